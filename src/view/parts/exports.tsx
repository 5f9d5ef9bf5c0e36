import { useEffect, useRef, useState } from 'preact/hooks';
import type { OutgoingFile } from '../hosts/host.ts';
import { useSeat } from '../seat.ts';

/** One way to take along what is shown. */
export interface Export {
  readonly label: string;
  /** Copied; or else handed out as a file. */
  readonly isCopied?: boolean;
  /** Made when it is asked for. */
  make(): OutgoingFile;
}

/** Buttons that copy or hand out; where the place can do neither, the text is shown, marked, to be copied. */
export function Exports({ ways }: { readonly ways: readonly Export[] }) {
  const { host, announce } = useSeat();
  const [toCopy, setToCopy] = useState<OutgoingFile>();
  const [done, setDone] = useState('');
  const taken = useRef<Element | null>(null);
  const take = async ({ isCopied, make }: Export) => {
    taken.current = document.activeElement;
    const file = make();
    const isTaken = isCopied === true ? await copy(file.text) : await host.download(file);
    setToCopy(isTaken ? undefined : file);
    const sentence = isTaken ? (isCopied === true ? 'Copied.' : `${file.name} is handed out.`) : '';
    setDone(sentence);
    announce(isTaken ? sentence : 'The text is shown below to be copied.');
  };
  const close = () => {
    setToCopy(undefined);
    if (taken.current instanceof HTMLElement) taken.current.focus();
  };
  return (
    <div class="exports needs-script">
      <div class="row">
        {ways.map((way) => (
          <button key={way.label} type="button" class="quiet" onClick={() => void take(way)}>
            {way.label}
          </button>
        ))}
        <span class="soft" aria-hidden="true">
          {done}
        </span>
      </div>
      {toCopy && <ToCopy file={toCopy} close={close} />}
    </div>
  );
}

function ToCopy({ file, close }: { readonly file: OutgoingFile; close(): void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [file]);
  return (
    <div class="to-copy">
      <label>
        {file.name}, to be copied
        <textarea
          ref={field}
          name="to-copy"
          readOnly
          rows={8}
          value={file.text}
          onKeyDown={({ key }) => key === 'Escape' && close()}
        />
      </label>
      <button type="button" class="quiet" onClick={close}>
        Close
      </button>
    </div>
  );
}

/** False where the page may not write to the clipboard. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
