import { Link } from "./navigation.js";

export function Brand({ name, href }: { readonly name: string; readonly href: string }) {
  return (
    <Link className="brand" href={href}>
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.6"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M20.6 11A8.8 8.8 0 1 1 14 3.6" />
        <circle className="spark" cx="19" cy="5.2" r="1.9" />
      </svg>
      {name}
    </Link>
  );
}
