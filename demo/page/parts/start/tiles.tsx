/** A scatter-add into eight cells, step by step. Three of its updates collide. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { prefersStill } from '../../shared/theme.js';

const UPDATES = [3, 5, 2, 4, 1, 2];
const INDICES = [1, 4, 4, 6, 2, 4];
const CELLS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Time between two updates, in ms: all of them land within five seconds. */
const PAUSE = 700;

export function Tiles() {
  const box = useRef<HTMLElement>(null);
  const [count, setCount] = useState(UPDATES.length);
  useEffect(() => {
    const observer = new IntersectionObserver(([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      observer.disconnect();
      setCount(0);
    });
    if (box.current && !prefersStill()) observer.observe(box.current);
    return () => {
      observer.disconnect();
    };
  }, []);
  useEffect(() => {
    if (count === UPDATES.length) return undefined;
    const timer = setTimeout(setCount, PAUSE, count + 1);
    return () => {
      clearTimeout(timer);
    };
  }, [count]);
  const sumOf = (cell: number) =>
    UPDATES.slice(0, count).reduce((sum, x, i) => (INDICES[i] === cell ? sum + x : sum), 0);
  return (
    <figure ref={box} class="tiles panel" aria-label="A scatter-add">
      <figcaption>
        Each update is added to the cell with its index. Three of them collide in cell 4.
      </figcaption>
      <div role="img" aria-label="Six updates are added into eight cells: 5, 2 and 2 make 9.">
        <div>
          {UPDATES.map((value, i) => (
            <span key={i} class={i === count - 1 ? 'latest' : i < count ? 'landed' : ''}>
              <b>+{value}</b>
              <small>to {INDICES[i]}</small>
            </span>
          ))}
        </div>
        <div class="cells">
          {CELLS.map((cell) => (
            <span key={cell} class={INDICES[count - 1] === cell ? 'latest' : ''}>
              <b>{sumOf(cell)}</b>
              <small>{cell}</small>
            </span>
          ))}
        </div>
      </div>
      <button
        type="button"
        onClick={() => {
          setCount(0);
        }}
      >
        Play again
      </button>
    </figure>
  );
}
