import { type AnchorHTMLAttributes, createContext, type MouseEvent, useContext } from "react";

export type Navigate = (path: string) => void;
export const NavigationContext = createContext<Navigate>(() => {});

export function useNavigate(): Navigate {
  return useContext(NavigationContext);
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string };

/** A real link: middle click, copy and no script all work; a plain click stays in the page. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isPlain) return;
    event.preventDefault();
    navigate(href);
  };
  return <a {...rest} href={href} onClick={follow} />;
}
