import { ArrowLeftIcon } from "@phosphor-icons/react/dist/csr/ArrowLeft";
import { CpuIcon } from "@phosphor-icons/react/dist/csr/Cpu";
import { GearSixIcon } from "@phosphor-icons/react/dist/csr/GearSix";
import { PlugsConnectedIcon } from "@phosphor-icons/react/dist/csr/PlugsConnected";
import type { ReactNode } from "react";
import { Brand } from "../parts/brand.js";
import { Link } from "../parts/navigation.js";
import { APP } from "../words/app-words.js";
import { PATHS } from "../words/paths.js";
import { SERVERS } from "../words/server-words.js";

export type SettingsPage = "integrations" | "model" | "general";

interface SettingsNavProps {
  readonly page: SettingsPage;
  readonly backHref: string;
}

export function SettingsNav({ page, backHref }: SettingsNavProps) {
  return (
    <nav className="index nav" aria-label={SERVERS.settings}>
      <Brand name={APP.name} href={PATHS.home} />
      <Link className="nav-link back" href={backHref}>
        <ArrowLeftIcon className="i" aria-hidden="true" />
        {SERVERS.back}
      </Link>
      <h2>{SERVERS.settings}</h2>
      <NavLink
        href={PATHS.servers}
        isCurrent={page === "integrations"}
        icon={<PlugsConnectedIcon className="i" aria-hidden="true" />}
        word={SERVERS.integrations}
      />
      <NavLink
        href={PATHS.model}
        isCurrent={page === "model"}
        icon={<CpuIcon className="i" aria-hidden="true" />}
        word={SERVERS.model}
      />
      <NavLink
        href={PATHS.general}
        isCurrent={page === "general"}
        icon={<GearSixIcon className="i" aria-hidden="true" />}
        word={SERVERS.general}
      />
      <div className="foot note">{SERVERS.savedHere}</div>
    </nav>
  );
}

interface NavLinkProps {
  readonly href: string;
  readonly isCurrent: boolean;
  readonly icon: ReactNode;
  readonly word: string;
}

function NavLink({ href, isCurrent, icon, word }: NavLinkProps) {
  return (
    <Link className="nav-link" href={href} aria-current={isCurrent ? "page" : undefined}>
      {icon}
      {word}
    </Link>
  );
}
