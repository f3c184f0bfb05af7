import type { DefinitionChange } from "@loop/contract";
import { jsonLines } from "../parts/json-lines.js";
import { LineDiff } from "../parts/line-diff.js";
import { Quote } from "../parts/quote.js";
import { WordDiff } from "../parts/word-diff.js";
import { CARD } from "../words/card-words.js";

interface ChangedDefinitionProps {
  readonly changed: DefinitionChange;
  readonly serverName: string;
}

/** What a server rewrote since the tool was allowed, before and now: all of it its own words (PER-15). */
export function ChangedDefinition({ changed, serverName }: ChangedDefinitionProps) {
  const { description, inputSchema, outputSchema, tooLong } = changed;
  return (
    <Quote source={CARD.ownWords(serverName)}>
      {tooLong === true && <p className="own">{CARD.changedTooLong}</p>}
      {description !== undefined && (
        <WordDiff {...description} was={CARD.was} now={CARD.now} nothing={CARD.noDescription} />
      )}
      {inputSchema !== undefined && <Schemas {...inputSchema} label={CARD.takesChanged} />}
      {outputSchema !== undefined && <Schemas {...outputSchema} label={CARD.givesChanged} />}
    </Quote>
  );
}

interface SchemasProps {
  readonly before?: unknown;
  readonly after?: unknown;
  readonly label: string;
}

function Schemas({ before, after, label }: SchemasProps) {
  const linesOf = (schema: unknown) => (schema === null || schema === undefined ? [] : jsonLines(schema));
  return <LineDiff label={label} before={linesOf(before)} after={linesOf(after)} words={CARD.lineDiff} />;
}
