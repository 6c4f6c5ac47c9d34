import { useEffect, useRef, useState } from 'react';
import type { FormValues } from '../people/modals.js';
import type { Block, StateValue, View } from '../types.js';
import { act } from './api.js';
import { Blocks } from './blocks.js';
import { usePage } from './context.js';
import { type Answer, Input } from './elements.js';
import { Text } from './text-view.js';

type Option = { value: string };

/** The answer in a state value, as the form holds it. */
function answerIn(value: StateValue | undefined): Answer {
  if (!value) return null;
  const { type: _, ...rest } = value;
  const [given] = Object.values(rest);
  if (Array.isArray(given)) return given.map((each) => (typeof each === 'string' ? each : (each as Option).value));
  if (typeof given === 'object' && given !== null) return (given as Option).value;
  return given === null || given === undefined ? null : String(given);
}

function textOf(value: unknown): string {
  return (value as { text?: string } | undefined)?.text ?? '';
}

/** The open modal of the person one acts as. Answers live in the form until it is sent. Notices stand on top of it. */
export function Modal({ view, children }: { view: View; children?: React.ReactNode }) {
  const { snapshot, attempt } = usePage();
  const [answers, setAnswers] = useState<Record<string, Answer>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  const answerTo = (block: Block, element: Block): Answer => {
    const key = `${block.block_id}/${element.action_id}`;
    if (Object.hasOwn(answers, key)) return answers[key] ?? null;
    return answerIn(view.values[String(block.block_id)]?.[String(element.action_id)]);
  };
  const inputs = view.blocks.filter(({ type }) => type === 'input');
  const fill = async () => {
    const values: FormValues = {};
    for (const block of inputs) {
      const element = block.element as Block;
      values[String(block.block_id)] = { [String(element.action_id)]: answerTo(block, element) };
    }
    await act(snapshot.me, 'fill', values);
  };
  const submit = () =>
    attempt(async () => {
      await fill();
      const { errors: wrong = {}, error } = await act(snapshot.me, 'submit');
      setErrors(wrong);
      if (error) throw new Error(`We had some trouble connecting. (${error})`);
    });
  const press = (actionId: string, value?: Parameters<typeof act<'pressModal'>>[3]) =>
    attempt(async () => {
      await fill();
      const done = await act(snapshot.me, 'pressModal', actionId, value);
      if (!done.ok) throw new Error(`The app did not answer (${done.error}).`);
    });

  const input = (block: Block) => {
    const element = block.element as Block;
    const label = textOf(block.label);
    const id = String(block.block_id);
    return (
      <div className="field" data-block={id}>
        <span className="field-label">
          {label}
          {block.optional === true ? <small> (optional)</small> : null}
        </span>
        <Input
          element={element}
          label={label}
          value={answerTo(block, element)}
          onChange={(value) => {
            setAnswers((before) => ({ ...before, [`${id}/${element.action_id}`]: value }));
            if (block.dispatch_action === true) void press(String(element.action_id), value);
          }}
        />
        {errors[id] ? (
          <p className="field-error" role="alert">
            {errors[id]}
          </p>
        ) : null}
        {block.hint ? (
          <div className="hint">
            <Text value={block.hint} />
          </div>
        ) : null}
      </div>
    );
  };
  const close = () => attempt(() => act(snapshot.me, 'closeModal'));
  return (
    <dialog
      ref={dialog}
      className="modal"
      data-testid="modal"
      aria-label={view.title?.text}
      onCancel={(event) => {
        event.preventDefault();
        void close();
      }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <header>
          <h2>{view.title?.text}</h2>
          <button type="button" className="plain-button" aria-label="Close" onClick={close}>
            ✕
          </button>
        </header>
        <div className="modal-body">
          <Blocks blocks={view.blocks} onAct={press} input={input} />
        </div>
        <footer>
          <button type="button" className="kit-button" onClick={close}>
            {view.close?.text ?? 'Cancel'}
          </button>
          {view.submit ? (
            <button type="submit" className="kit-button primary">
              {view.submit.text}
            </button>
          ) : null}
        </footer>
      </form>
      {children}
    </dialog>
  );
}
