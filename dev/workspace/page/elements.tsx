import type { Given } from '../people/answers.js';
import type { Block } from '../types.js';
import { usePage } from './context.js';

interface Option {
  text: { text: string };
  value: string;
  description?: { text: string };
}

export type Answer = string | string[] | null;

interface ElementProps {
  element: Block;
  label: string;
  /** The present answer, for elements that have one. */
  value?: Answer;
  onChange: (value: Answer) => void;
  required?: boolean;
}

function textOf(value: unknown): string {
  return (value as { text?: string } | undefined)?.text ?? '';
}

function choicesOf(element: Block, page: ReturnType<typeof usePage>): { value: string; label: string }[] {
  const { people, channels } = page.snapshot;
  if (element.type.includes('users_select')) {
    return people.map(({ id, real_name }) => ({ value: id, label: real_name }));
  }
  if (element.type.includes('channels_select') || element.type.includes('conversations_select')) {
    return channels.filter(({ kind }) => kind !== 'im').map(({ id, name }) => ({ value: id, label: `#${name}` }));
  }
  const groups = (element.option_groups as { options: Option[] }[] | undefined) ?? [];
  const options = [...((element.options as Option[] | undefined) ?? []), ...groups.flatMap((group) => group.options)];
  return options.map(({ text, value }) => ({ value, label: text.text }));
}

/** A menu of options, people or channels. */
function Select({ element, label, value, onChange, required }: ElementProps) {
  const page = usePage();
  const many = element.type.startsWith('multi_');
  const choices = choicesOf(element, page);
  return (
    <select
      aria-label={label}
      data-action={String(element.action_id)}
      multiple={many}
      required={required}
      value={value ?? (many ? [] : '')}
      onChange={({ target }) =>
        onChange(many ? [...target.selectedOptions].map((option) => option.value) : target.value || null)
      }
    >
      {many ? null : <option value="">{textOf(element.placeholder) || 'Choose…'}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

/** Checkboxes or radio buttons. */
function Boxes({ element, label, value, onChange }: ElementProps) {
  const many = element.type === 'checkboxes';
  const chosen = Array.isArray(value) ? value : value ? [value] : [];
  return (
    <fieldset aria-label={label} data-action={String(element.action_id)}>
      {(element.options as Option[]).map((option) => (
        <label key={option.value} className="box">
          <input
            type={many ? 'checkbox' : 'radio'}
            name={String(element.action_id)}
            checked={chosen.includes(option.value)}
            onChange={({ target }) => {
              if (!many) onChange(option.value);
              else
                onChange([
                  ...chosen.filter((each) => each !== option.value),
                  ...(target.checked ? [option.value] : []),
                ]);
            }}
          />
          <span>
            {textOf(option.text)}
            {option.description ? <small>{textOf(option.description)}</small> : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const INPUT_TYPES: Record<string, string> = {
  datepicker: 'date',
  timepicker: 'time',
  number_input: 'number',
  email_text_input: 'email',
  url_text_input: 'url',
};

/** One line or several, a number, a date … */
function Field({ element, label, value, onChange, required }: ElementProps) {
  const shared = {
    'aria-label': label,
    'data-action': String(element.action_id),
    placeholder: textOf(element.placeholder),
    required,
    value: typeof value === 'string' ? value : '',
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value || null),
  };
  if (element.multiline === true) return <textarea rows={4} {...shared} />;
  return <input type={INPUT_TYPES[element.type] ?? 'text'} {...shared} />;
}

/** An element that takes an answer. */
export function Input(props: ElementProps) {
  const { type } = props.element;
  if (type.endsWith('_select')) return <Select {...props} />;
  if (type === 'checkboxes' || type === 'radio_buttons') return <Boxes {...props} />;
  return <Field {...props} />;
}

/** An element that acts at once: a button, or a menu whose choice is sent. */
export function Acting({ element, onAct }: { element: Block; onAct: (actionId: string, value?: Given) => void }) {
  const actionId = String(element.action_id);
  if (element.type === 'button') {
    return (
      <button
        type="button"
        className={`kit-button ${typeof element.style === 'string' ? element.style : ''}`}
        data-action={actionId}
        aria-label={typeof element.accessibility_label === 'string' ? element.accessibility_label : undefined}
        onClick={() => {
          if (typeof element.url === 'string' && /^https?:/.test(element.url))
            window.open(element.url, '_blank', 'noreferrer');
          const confirm = element.confirm as { title?: unknown; text?: unknown } | undefined;
          const question = confirm && `${textOf(confirm.title)}\n\n${textOf(confirm.text)}`;
          if (!question || window.confirm(question)) onAct(actionId, element.value as string | undefined);
        }}
      >
        {textOf(element.text)}
      </button>
    );
  }
  const label = textOf(element.placeholder) || (element.type === 'overflow' ? 'More' : 'Choose');
  const shown =
    element.type === 'overflow' ? { ...element, type: 'static_select', placeholder: { text: '⋯' } } : element;
  return <Input element={shown} label={label} onChange={(value) => onAct(actionId, value)} />;
}
