/** Stands in while something is read for the first time. */
export function Skeleton({ label }: { readonly label: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      <span />
      <span />
      <span />
    </div>
  );
}
