/** The input of a target: the visitor types it, or chooses, drops or pastes a picture. */
import { button, text } from '../../shared/controls.js';
import { element } from '../../shared/dom.js';
import { acceptDrops, acceptPastes, createFileField } from './file_input.js';
import { PICTURES, PICTURE_NAMES, type PictureName } from './pictures.js';
import { createPixelCanvas } from './pixels.js';
import { LONGEST_TEXT, type Settings } from './settings.js';
import { pictureTarget, readyTarget, textTarget, type Target } from './target.js';

/** A choice of a target that the address keeps. */
export type KeptTarget = Pick<Settings, 'text' | 'picture'>;

export interface TargetInputOptions {
  kept: KeptTarget;
  /** Gets the target, and what the address keeps of it: nothing of a file. */
  onChange: (target: Target, kept: Partial<KeptTarget>) => void;
  /** Element onto which pictures can be dropped. */
  zone: HTMLElement;
  signal: AbortSignal;
}

export interface TargetInput {
  readonly root: HTMLElement;
  /** Shows a target that was chosen elsewhere. */
  show(kept: KeptTarget): void;
}

/** The target of a choice that the address keeps. */
export function keptTarget({ text, picture }: KeptTarget): Target {
  return picture === 'none' ? textTarget(text) : readyTarget(picture);
}

export function createTargetInput(options: TargetInputOptions): TargetInput {
  const { onChange, zone, signal } = options;
  const field = text({
    label: 'Text to draw',
    value: options.kept.text,
    onChange: (typed) => {
      const words = typed.trim();
      if (words === '') field.error = 'The text is empty, expected at least one letter.';
      else if (words.length > LONGEST_TEXT) {
        field.error = `The text has ${words.length} characters, expected at most ${LONGEST_TEXT}.`;
      } else {
        leaveOthers('none');
        onChange(textTarget(words), { text: words, picture: 'none' });
      }
    },
  });
  const ready = createReadyPictures((name) => {
    leaveOthers(name);
    onChange(readyTarget(name), { picture: name });
  });
  /**
   * Counts the targets: a picture that the browser reads too late must not replace a newer target.
   */
  let latest = 0;
  /** Shows which picture is drawn, and forgets a file that is still on its way. */
  const leaveOthers = (name: KeptTarget['picture']) => {
    picture.reset();
    ready.show(name);
    latest++;
  };
  const use = async (file: File) => {
    const own = ++latest;
    picture.setError('');
    try {
      const target = await pictureTarget(file);
      if (own !== latest || signal.aborted) return;
      field.error = '';
      ready.show('none');
      onChange(target, {});
    } catch (error) {
      if (own === latest) picture.setError(error instanceof Error ? error.message : String(error));
    }
  };
  const picture = createFileField((file) => void use(file));
  acceptDrops(zone, (file) => void use(file));
  acceptPastes((file) => void use(file), signal);
  ready.show(options.kept.picture);
  return {
    root: element('div', { className: 'row target-input' }, field.root, ready.root, picture.root),
    show(kept) {
      field.value = kept.text;
      leaveOthers(kept.picture);
    },
  };
}

/** Size of the small pictures on the buttons, in pixels. */
const THUMBNAIL = 48;

/** Buttons with the ready pictures. */
function createReadyPictures(onChoose: (name: PictureName) => void) {
  const buttons = PICTURE_NAMES.map((name) => {
    const { label } = PICTURES[name];
    const thumbnail = createPixelCanvas(label);
    thumbnail.element.ariaHidden = 'true';
    thumbnail.show(readyTarget(name)(THUMBNAIL));
    const choice = button('', () => {
      onChoose(name);
    });
    choice.ariaLabel = label;
    choice.title = label;
    choice.append(thumbnail.element);
    return { name, choice };
  });
  const legend = element('span', { className: 'label', textContent: 'Ready pictures' });
  const row = element('div', { className: 'row' }, ...buttons.map(({ choice }) => choice));
  return {
    root: element(
      'div',
      { className: 'field ready', role: 'group', ariaLabel: 'Ready pictures' },
      legend,
      row,
    ),
    show(chosen: KeptTarget['picture']) {
      for (const { name, choice } of buttons) choice.ariaPressed = String(name === chosen);
    },
  };
}
