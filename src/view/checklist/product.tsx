import type { ShownChecklist } from '../../tools/show/shape.ts';
import { Ask } from '../parts/ask.tsx';
import { useSeat } from '../seat.ts';

/** What is known of the product; what the reader has answered can be taken back. */
export function Product({ shown }: { readonly shown: ShownChecklist }) {
  const { host } = useSeat();
  const { asked, product, held } = shown;
  const answers = asked.features ?? [];
  const without = (feature: string) => ({
    ...asked,
    features: answers.filter((each) => each !== feature),
  });
  return (
    <div class="product">
      {answers.length > 0 && (
        <ul class="row" aria-label="Answers given">
          {answers.map((feature) => (
            <li key={feature} class="chip given">
              {inWords(feature)}
              {host.abilities.call && (
                <Ask class="icon" label={`Take back: ${inWords(feature)}`} asked={without(feature)}>
                  ×
                </Ask>
              )}
            </li>
          ))}
        </ul>
      )}
      {product.inferred.map(({ because, features }) => (
        <p key={because} class="soft">
          {features.map(inWords).join(', ')}: from {because}.
        </p>
      ))}
      {held.length > 0 && <p class="soft">On record: {held.join('; ')}.</p>}
    </div>
  );
}

/** `no-lidar-laser` as `no lidar laser`. */
function inWords(feature: string): string {
  return feature.replaceAll('-', ' ');
}
