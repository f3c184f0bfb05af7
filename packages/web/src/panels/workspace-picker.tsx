import { FolderSimpleIcon } from "@phosphor-icons/react/dist/csr/FolderSimple";
import { folderName, WORKSPACE } from "../words/workspace-words.js";

interface WorkspacePickerProps {
  readonly workspace: string | null;
  readonly onOpen: () => void;
}

/** The folder in view by its last part, whole on hover and focus (PER-09). */
export function WorkspacePicker({ workspace, onOpen }: WorkspacePickerProps) {
  return (
    <button
      type="button"
      className="pick told"
      aria-label={WORKSPACE.pick(workspace)}
      aria-haspopup="dialog"
      data-told={workspace ?? WORKSPACE.none}
      onClick={onOpen}
    >
      <FolderSimpleIcon className="i" aria-hidden="true" />
      <span className="cut1 folder-name">{workspace === null ? WORKSPACE.none : folderName(workspace)}</span>
    </button>
  );
}
