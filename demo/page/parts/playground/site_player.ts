/** Plays a call site by site: a button, and a slider that stands at the number of sites done. */
import { button, range } from '../../shared/controls.js';
import { element } from '../../shared/dom.js';

export interface SitePlayerOptions {
  /** Lets a site happen before the eyes of the visitor; `pace` is the time for it, in ms. */
  onSite: (site: number, pace: number, signal: AbortSignal) => Promise<void>;
  /** Shows the call after so many sites. */
  onDone: (siteCount: number) => void;
  /** Called when the playing is about to start. */
  onPlay: () => void;
  /** Called when the playing pauses, or has come to its end. */
  onPause: () => void;
  /** Ends the playing for good. */
  signal: AbortSignal;
}

export interface SitePlayer {
  readonly root: HTMLElement;
  /** Stops, and stands at the end of another call. */
  show(call: { siteCount: number; label: string }): void;
}

/** Time for a site, and for a whole call, in ms. */
const SLOWEST = 700;
const WHOLE = 8000;

export function createSitePlayer(options: SitePlayerOptions): SitePlayer {
  const { onSite, onDone, onPlay, onPause, signal } = options;
  let count = 0;
  let done = 0;
  let playing: AbortController | undefined;
  let slider: ReturnType<typeof range> | undefined;
  const play = button('Play', () => {
    if (playing) stop();
    else void start();
  });
  play.classList.add('primary');
  const box = element('span', { className: 'position' });
  const setDone = (next: number) => {
    done = next;
    if (slider) slider.value = done;
    onDone(done);
  };
  const setPlaying = (next: AbortController | undefined) => {
    playing?.abort();
    playing = next;
    play.textContent = next ? 'Pause' : 'Play';
    if (next === undefined) onPause();
  };
  const stop = () => {
    setPlaying(undefined);
  };
  signal.addEventListener('abort', stop);
  const start = async () => {
    if (count === 0 || signal.aborted) return;
    const own = new AbortController();
    onPlay();
    setPlaying(own);
    const pace = Math.min(SLOWEST, WHOLE / count);
    if (done >= count) setDone(0);
    while (done < count) {
      await Promise.all([onSite(done, pace * 0.7, own.signal), pause(pace)]);
      if (own.signal.aborted) return;
      setDone(done + 1);
    }
    stop();
  };
  return {
    root: element(
      'div',
      { className: 'row player', role: 'group', ariaLabel: 'Player' },
      play,
      box,
    ),
    show({ siteCount, label }) {
      stop();
      const isNew = siteCount !== count || slider === undefined;
      count = done = siteCount;
      play.ariaDisabled = String(count === 0);
      if (isNew) {
        slider = range({
          label,
          min: 0,
          max: Math.max(count, 1),
          step: 1,
          value: count,
          show: (value) => `${value} of ${count}`,
          onChange(value) {
            stop();
            setDone(value);
          },
        });
        slider.disabled = count === 0;
        box.replaceChildren(slider.root);
      } else if (slider) slider.value = done;
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
