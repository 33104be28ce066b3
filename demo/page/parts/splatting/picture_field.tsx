/** The visitor's own picture, chosen in a field or dropped on it. */
import { useId, useState } from 'preact/hooks';
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
  return (
    <div class="field">
      <label for={id}>Or your own picture</label>
      <input
        id={id}
        type="file"
        accept="image/*"
        aria-describedby={`${id}-note`}
        aria-invalid={error !== ''}
        onChange={({ currentTarget }) => void use(currentTarget.files)}
      />
      <small id={`${id}-note`} class={error && 'error'} role="status">
        {error || 'Choose a file or drop one here. It stays on this machine.'}
      </small>
    </div>
  );
}
