import type { PermissionPreset } from "@loop/contract";
import { ArrowUpIcon } from "@phosphor-icons/react/dist/csr/ArrowUp";
import { LightningIcon } from "@phosphor-icons/react/dist/csr/Lightning";
import { StopIcon } from "@phosphor-icons/react/dist/csr/Stop";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "../parts/navigation.js";
import { SideDialog } from "../parts/side-dialog.js";
import { Trouble } from "../parts/trouble.js";
import { APP, countTools } from "../words/app-words.js";
import { CHAT } from "../words/chat-words.js";
import { explain } from "../words/errors.js";
import { WORKSPACE } from "../words/workspace-words.js";
import { ComposerField } from "./composer-field.js";
import { LightningMenu, type LightningMenuProps } from "./lightning-menu.js";
import { PresetPicker } from "./preset-picker.js";
import type { SlashCommand } from "./slash-commands.js";
import { WorkspacePicker } from "./workspace-picker.js";

/** Folders are seldom chosen, so that its form comes once it is asked for. */
const WorkspaceForm = lazy(async () => ({ default: (await import("./workspace-form.js")).WorkspaceForm }));

export interface ComposerProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
  readonly onStop: () => void;
  /** Null where a conversation has no permission level. */
  readonly preset: PermissionPreset | null;
  readonly onPreset: (preset: PermissionPreset) => void;
  readonly hasWorkspace: boolean;
  readonly workspace: string | null;
  readonly hasSession: boolean;
  readonly onWorkspace: (path: string) => Promise<string | null>;
  readonly isRunning: boolean;
  readonly isSending: boolean;
  readonly isWaitingForAnswer: boolean;
  readonly hasMessages: boolean;
  readonly modelName: string | null;
  readonly toolCount: number;
  readonly runHref: string;
  /** Null where every conversation has its MCP tools. */
  readonly lightning: LightningMenuProps | null;
  /** The choice of a persona, or nothing. */
  readonly persona: ReactNode;
  /** Null where whoever starts Loop chooses the model. */
  readonly modelHref: string | null;
  readonly code: string | null;
  readonly commands: readonly SlashCommand[];
}

/** While a question stands the composer gives way to it, but for Stop and the preset. */
export function Composer(props: ComposerProps) {
  const [isChoosing, setChoosing] = useState(false);
  if (props.isWaitingForAnswer) return <WaitingComposer {...props} />;
  return (
    <div className="composer">
      {props.code !== null && <Trouble {...explain(props.code)} />}
      {props.modelName === null && <NoModelLine {...props} />}
      <form
        className="box"
        onSubmit={(event) => {
          event.preventDefault();
          props.onSend();
        }}
      >
        <ComposerField {...props} />
        <div className="tools">
          {props.preset !== null && <PresetPicker preset={props.preset} onChoose={props.onPreset} />}
          {props.hasWorkspace && <WorkspacePicker workspace={props.workspace} onOpen={() => setChoosing(true)} />}
          {props.lightning === null ? (
            <Link className="pick hide-s" href={props.runHref} title={CHAT.runByHand}>
              <LightningIcon className="i" aria-hidden="true" />
              {countTools(props.toolCount)}
            </Link>
          ) : (
            <LightningMenu {...props.lightning} />
          )}
          {props.persona}
          <span className="grow" />
          {props.modelName !== null && <span className="note hide-s">{props.modelName}</span>}
          <SendOrStop {...props} />
        </div>
      </form>
      <WorkspaceDialog {...props} isOpen={isChoosing} onClose={() => setChoosing(false)} />
    </div>
  );
}

/** Beside the composer's form: a form in a form is none. */
function WorkspaceDialog(props: ComposerProps & { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { workspace, hasSession, onWorkspace, isOpen, onClose } = props;
  return (
    <SideDialog side="middle" label={WORKSPACE.title} closeWord={APP.close} isOpen={isOpen} onClose={onClose}>
      <Suspense fallback={null}>
        <WorkspaceForm workspace={workspace} hasSession={hasSession} onChoose={onWorkspace} onDone={onClose} />
      </Suspense>
    </SideDialog>
  );
}

function SendOrStop({ isRunning, isSending, text, onStop }: ComposerProps) {
  if (isRunning) return <StopButton onStop={onStop} />;
  return (
    <button
      type="submit"
      className="send"
      aria-label={CHAT.send}
      title={CHAT.send}
      disabled={isSending || text.trim() === ""}
    >
      <ArrowUpIcon className="i" aria-hidden="true" />
    </button>
  );
}

export function StopButton({ onStop, className = "" }: { readonly onStop: () => void; readonly className?: string }) {
  return (
    <button type="button" className={`send stop ${className}`} aria-label={APP.stop} title={APP.stop} onClick={onStop}>
      <StopIcon className="i" weight="fill" aria-hidden="true" />
    </button>
  );
}

function NoModelLine({ runHref, modelHref }: Pick<ComposerProps, "runHref" | "modelHref">) {
  if (modelHref === null) return <p className="hintline">{CHAT.noModelHere}</p>;
  return (
    <p className="hintline">
      {CHAT.noModel} <Link href={modelHref}>{CHAT.connectModel}</Link>,{" "}
      <Link href={runHref}>{CHAT.runByHand.toLowerCase()}</Link>.
    </p>
  );
}

function WaitingComposer({ preset, onPreset, lightning, persona, onStop }: ComposerProps) {
  return (
    <div className="composer slim">
      <div className="box">
        <div className="say">{CHAT.waits}</div>
        <div className="tools">
          {preset !== null && <PresetPicker preset={preset} onChoose={onPreset} />}
          {lightning !== null && <LightningMenu {...lightning} />}
          {persona}
          <StopButton onStop={onStop} />
        </div>
      </div>
    </div>
  );
}
