/** The visitor's own picture: chosen in a field, or dropped or pasted anywhere. */
import { useEffect, useId, useState } from 'preact/hooks';
import { sentenceOf } from '../../shared/messages.js';
import { pictureTarget, type Target } from './target.js';

export function PictureField({ onPicture }: { onPicture: (target: Target) => void }) {
  const id = useId();
  const [error, setError] = useState('');
  const use = async (files: FileList | null) => {
    if (!files?.length) return;
    try {
      onPicture(await pictureTarget(files[0]));
      setError('');
    } catch (error) {
      setError(sentenceOf(error));
    }
  };
  useEffect(() => {
    const ending = new AbortController();
    const take = (event: DragEvent | ClipboardEvent) => {
      const data = 'dataTransfer' in event ? event.dataTransfer : event.clipboardData;
      if (!data?.types.includes('Files')) return;
      // The browser drops only where that is answered, and would open the file otherwise.
      event.preventDefault();
      void use(data.files);
    };
    for (const name of ['dragover', 'drop', 'paste'] as const) {
      addEventListener(name, take, { signal: ending.signal });
    }
    return () => {
      ending.abort();
    };
  }, []);
  return (
    <div class="field">
      <label for={id}>Or your picture</label>
      <input
        id={id}
        type="file"
        accept="image/*"
        aria-describedby={`${id}-note`}
        aria-invalid={error !== ''}
        onChange={({ currentTarget }) => void use(currentTarget.files)}
      />
      <small id={`${id}-note`} class={error && 'error'} role="status">
        {error || 'Choose, drop or paste one. It stays on this machine.'}
      </small>
    </div>
  );
}
