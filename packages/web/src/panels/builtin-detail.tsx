import type { ContentBlock, StepEntry as Step } from "@loop/contract";
import { VisibleText } from "../parts/visible-text.js";
import { BUILTIN } from "../words/builtin-words.js";
import { CHAT } from "../words/chat-words.js";
import { type BuiltinArgument, builtinArguments } from "./builtin-work.js";
import { Output } from "./output.js";
import { PICTURES } from "./picture-types.js";

interface BuiltinDetailProps {
  readonly step: Step;
  readonly tool: string;
}

/** What a tool of Loop's own was given and what came of it. Its words are Loop's, so nothing is quoted. */
export function BuiltinDetail({ step, tool }: BuiltinDetailProps) {
  const { result } = step;
  const shown = builtinArguments(step.args).filter((one) => !isInDiff(one, step));
  return (
    <>
      {shown.length > 0 && (
        <div>
          <span className="label">{step.status === "denied" ? BUILTIN.notDone : BUILTIN.given}</span>
          <dl className="given">
            {shown.map((argument) => (
              <div key={argument.name}>
                <dt>
                  <code>{argument.name}</code>
                </dt>
                <dd>
                  <Given {...argument} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {result !== undefined && (
        <div className="stack tight">
          <span className="label">{resultLabel(tool)}</span>
          {result.map((block, index) => (
            <ResultBlock key={index} block={block} tool={tool} />
          ))}
          {result.length === 0 && <p className="dimmer">{CHAT.stepDetail.nothing}</p>}
        </div>
      )}
    </>
  );
}

const LONGEST_ON_A_LINE = 160;

function Given({ name, text }: BuiltinArgument) {
  if (text.length > LONGEST_ON_A_LINE || text.includes("\n")) return <Output text={text} label={name} />;
  return (
    <code className="breaks">
      <VisibleText text={text} />
    </code>
  );
}

function ResultBlock({ block, tool }: { readonly block: ContentBlock; readonly tool: string }) {
  if (block.type === "text") {
    const isCommand = tool === "run_command";
    return <Output text={block.text} label={resultLabel(tool)} mayHoldDiff={writes(tool)} isEndShown={isCommand} />;
  }
  if (!PICTURES.test(block.mimeType)) return <p className="dimmer">{block.mimeType}</p>;
  return (
    <img className="result-image" src={`data:${block.mimeType};base64,${block.data}`} alt={BUILTIN.picture(tool)} />
  );
}

function resultLabel(tool: string): string {
  if (tool === "run_command") return BUILTIN.output;
  if (tool === "memory_search") return BUILTIN.found;
  return writes(tool) ? BUILTIN.changes : BUILTIN.answer;
}

function writes(tool: string): boolean {
  return tool === "edit_file" || tool === "write_file";
}

const CHANGED_TEXTS: readonly string[] = ["old_text", "new_text", "content"];

/** The diff of a change that was made says it better than the texts it was made of. */
function isInDiff({ name }: BuiltinArgument, { result = [] }: Step): boolean {
  return CHANGED_TEXTS.includes(name) && result.some((block) => block.type === "text" && block.text.includes("\n@@ "));
}
