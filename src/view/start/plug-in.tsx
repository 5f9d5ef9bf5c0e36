import type { StartContents } from './contents.ts';

/** How the service is reached by a client, followed and taken along. */
export function PlugIn({
  contents: { address, hosts, curl, feeds, status },
}: {
  readonly contents: StartContents;
}) {
  return (
    <section aria-labelledby="plug-in" class="plug-in">
      <h2 id="plug-in">Plug it in</h2>
      <p>
        Your AI client asks the same by the Model Context Protocol. Give it this address, in the form that it
        wants:
      </p>
      <Code text={address} label="Address" />
      {hosts.map(({ title, say, configuration }) => (
        <details key={title} name="host">
          <summary>{title}</summary>
          {say !== undefined && <p>{say}</p>}
          <Code text={configuration} label={`Configuration of ${title}`} />
        </details>
      ))}
      <details>
        <summary>From a shell, with no client at all</summary>
        <Code text={curl} label="A question from a shell" />
      </details>
      <h2>Follow it</h2>
      <ul class="row feeds">
        {feeds.map((name) => (
          <li key={name}>
            <a href={`?feed=${name}`}>{name}</a>
          </li>
        ))}
      </ul>
      <p class="soft">Atom feeds, challenges as a calendar; any of them takes the filters of its search.</p>
      <h2>For programs</h2>
      <ul class="row feeds">
        <li>
          <a href="?card">server card</a>
        </li>
        <li>
          <a href="?llms">llms.txt</a>
        </li>
      </ul>
      <p class="soft">
        Tools: {status.tools.join(', ')}. Protocol revisions: {status.protocol_revisions.join(', ')}. Tables,
        comparisons and charts are taken along as Markdown, CSV and SVG.
      </p>
    </section>
  );
}

function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section tabIndex={0} aria-label={label} class="entry">
      <pre>{text}</pre>
    </section>
  );
}
