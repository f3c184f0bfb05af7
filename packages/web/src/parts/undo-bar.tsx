interface UndoBarProps {
  readonly text: string;
  readonly word: string;
  readonly onUndo: () => void;
}

export function UndoBar({ text, word, onUndo }: UndoBarProps) {
  return (
    <div className="undo-bar" role="status">
      <span>{text}</span>
      <button type="button" className="btn small" onClick={onUndo}>
        {word}
      </button>
    </div>
  );
}
