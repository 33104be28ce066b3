/** Draws particles by a scatter, and trains them through it. */
import type { ComputingPart } from '../../part.js';
import type { BackendName } from '../../shared/backend.js';
import { backendField } from '../../shared/backend_field.js';
import { element } from '../../shared/dom.js';
import { createAnimation } from './animation.js';
import { playInView } from './in_view.js';
import { createLearning } from './learning.js';
import { slowBecause } from './renderer.js';
import type { Section, SectionOptions } from './section.js';
import { backendOf, defaultSettings, parseSettings } from './settings.js';
import './style.css';

export const part: ComputingPart = {
  title: 'Differentiable splatting',
  summary:
    'Pull a cloud of particles apart with your hand. Then watch particles learn to draw what you ' +
    'type: one scatter draws them, and its gradient teaches them.',
  async mount(root, page) {
    const { backends } = page;
    const first = backendOf(page.query.read(), backends.available);
    if (first !== backends.current) await backends.use(first);
    const defaultsNow = () => defaultSettings(slowBecause(backends.current) !== '');
    const defaults = defaultsNow();
    const read = (query: URLSearchParams) =>
      parseSettings(query, {
        backends: backends.available,
        defaults,
        onProblem(sentence) {
          page.showNotice(sentence);
        },
      });
    const settings = read(page.query.read());
    const options: SectionOptions = {
      page,
      settings,
      change(changed) {
        Object.assign(settings, changed);
        const query = page.query.read();
        for (const [name, value] of Object.entries(changed)) query.set(name, String(value));
        page.query.replace(query);
      },
      safe: defaultsNow,
    };
    const sections = [createAnimation(options), createLearning(options)];
    const switcher = createSwitcher(options, sections);
    root.append(switcher.root, ...sections.map((section) => section.root));
    takeTurns(sections);
    page.query.onChange((query) => {
      Object.assign(settings, read(query));
      void switcher.follow();
    });
    const unmount = async () => {
      await switcher.whenEnded();
      await Promise.all(sections.map(({ loop }) => loop.pause()));
      for (const section of sections) await section.end();
    };
    try {
      await switcher.follow();
    } catch (error) {
      await unmount();
      throw error;
    }
    playInView(sections, page.signal);
    return unmount;
  },
};

/** The choice of a backend, on which all sections start anew, and what there is to say of it. */
function createSwitcher({ page, settings, change }: SectionOptions, sections: readonly Section[]) {
  const { backends } = page;
  const slow = element('p', { className: 'slow' });
  let last: Promise<void> = Promise.resolve();
  const startOn = async (name: BackendName) => {
    const playing = new Set(sections.filter(({ loop }) => loop.playing));
    await Promise.all(sections.map(({ loop }) => loop.pause()));
    if (name !== backends.current) {
      await betweenAll(sections, async () => {
        // Tensors of another backend would be moved one by one.
        for (const section of sections) await section.end();
        await backends.use(name);
      });
    }
    const reason = slowBecause(backends.current);
    slow.textContent = reason === '' ? '' : `Fewer particles at first, because ${reason}.`;
    for (const section of sections) {
      // Someone pressed Play meanwhile.
      if (section.loop.playing) playing.add(section);
      await section.start();
    }
    for (const { loop } of playing) loop.play();
  };
  const follow = () => {
    last = last
      .catch(() => undefined)
      .then(() => (page.signal.aborted ? undefined : startOn(settings.backend)));
    return last;
  };
  const field = backendField(settings.backend, (backend) => {
    change({ backend });
    return follow();
  });
  return {
    root: element('div', { className: 'row machine' }, field.root, slow),
    whenEnded: () => last.catch(() => undefined),
    follow() {
      field.value = settings.backend;
      return follow();
    },
  };
}

/** Does something while none of the sections computes; what they are asked for meanwhile comes after. */
function betweenAll(sections: readonly Section[], work: () => Promise<void>): Promise<void> {
  const within = (inner: () => Promise<void>, { loop }: Section) => {
    return () => loop.between(inner);
  };
  return sections.reduce(within, work)();
}

/** Pauses the others when one plays: there is one GPU, and each is to have all of it. */
function takeTurns(sections: readonly Section[]): void {
  for (const { loop } of sections) {
    loop.onChange(() => {
      if (!loop.playing) return;
      for (const other of sections) if (other.loop !== loop) void other.loop.pause();
    });
  }
}
