import type { PriceList } from "@loop/contract";
import { VisibleText } from "../../parts/visible-text.js";
import { costWords, tokens, USAGE } from "../../words/usage-words.js";
import { costOf, type UsageSum } from "./usage-sums.js";

interface UsageTableProps {
  readonly caption: string;
  /** `day` makes a column of its own. */
  readonly rows: readonly (UsageSum & { readonly day?: string })[];
  readonly priceList: PriceList;
}

/** Numbers in columns; on a small screen each row is a block that names its numbers. */
export function UsageTable({ caption, rows, priceList }: UsageTableProps) {
  const hasDays = rows.some(({ day }) => day !== undefined);
  return (
    <table className="usage">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {hasDays && <th scope="col">{USAGE.day}</th>}
          <th scope="col">{USAGE.model}</th>
          {[USAGE.turns, USAGE.input, USAGE.cached, USAGE.output, USAGE.cost].map((word) => (
            <th key={word} scope="col" className="figure">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.day ?? ""} ${row.model ?? ""}`}>
            {hasDays && <td className="num day">{row.day}</td>}
            <th scope="row">{row.model === null ? USAGE.unknownModel : <ModelName text={row.model} />}</th>
            <Figure word={USAGE.turns} text={tokens(row.turns)} />
            <Figure word={USAGE.input} text={tokens(row.inputTokens)} />
            <Figure word={USAGE.cached} text={tokens(row.cachedInputTokens)} />
            <Figure word={USAGE.output} text={tokens(row.outputTokens)} />
            <Figure word={USAGE.cost} text={costWords(costOf(row, priceList.prices), priceList.currency)} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ModelName({ text }: { readonly text: string }) {
  return (
    <code className="breaks">
      <VisibleText text={text} />
    </code>
  );
}

/** The word is for small screens, where the heads of the columns are gone. */
function Figure({ word, text }: { readonly word: string; readonly text: string }) {
  return (
    <td className="figure num" data-word={word}>
      {text}
    </td>
  );
}
