/** The folder that Loop's own tools work in. */
export const WORKSPACE = {
  none: "No folder",
  pick: (path: string | null) => (path === null ? "Workspace: none. Change" : `Workspace: ${path}. Change`),
  title: "Workspace",
  says: "Loop’s own tools read and change files in this folder, as far as the permission of the session goes. Servers are not bound to it.",
  field: "Folder, as an absolute path",
  placeholder: "/home/you/project",
  grantsEnd: "Another folder begins a new session: permissions given for this session end.",
  use: "Use this folder",
  using: "Checking…",
  cancel: "Cancel",
} as const;

/** The last part of a path, for where the whole has no room. */
export function folderName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== "") ?? path;
}
