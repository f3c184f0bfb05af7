import type { Icon as IconType } from "@phosphor-icons/react";
import { ArrowLeftIcon } from "@phosphor-icons/react/dist/csr/ArrowLeft";
import { ChartBarIcon } from "@phosphor-icons/react/dist/csr/ChartBar";
import { CpuIcon } from "@phosphor-icons/react/dist/csr/Cpu";
import { GearSixIcon } from "@phosphor-icons/react/dist/csr/GearSix";
import { MaskHappyIcon } from "@phosphor-icons/react/dist/csr/MaskHappy";
import { PlugsConnectedIcon } from "@phosphor-icons/react/dist/csr/PlugsConnected";
import { ShieldCheckIcon } from "@phosphor-icons/react/dist/csr/ShieldCheck";
import { TextAlignLeftIcon } from "@phosphor-icons/react/dist/csr/TextAlignLeft";
import { TicketIcon } from "@phosphor-icons/react/dist/csr/Ticket";
import { UserIcon } from "@phosphor-icons/react/dist/csr/User";
import { UsersThreeIcon } from "@phosphor-icons/react/dist/csr/UsersThree";
import { WrenchIcon } from "@phosphor-icons/react/dist/csr/Wrench";
import { Brand } from "../parts/brand.js";
import { Link } from "../parts/navigation.js";
import { APP } from "../words/app-words.js";
import { PATHS } from "../words/paths.js";
import { SERVERS } from "../words/server-words.js";
import type { SettingsGroup, SettingsPage } from "./settings-pages.js";

interface SettingsNavProps {
  readonly page: SettingsPage;
  readonly groups: readonly SettingsGroup[];
  readonly backHref: string;
  /** Where what is set here is kept, or whose it is. */
  readonly foot: string;
}

const ICONS: Readonly<Record<SettingsPage, IconType>> = {
  integrations: PlugsConnectedIcon,
  model: CpuIcon,
  permissions: ShieldCheckIcon,
  usage: ChartBarIcon,
  general: GearSixIcon,
  tools: WrenchIcon,
  personas: MaskHappyIcon,
  prompts: TextAlignLeftIcon,
  account: UserIcon,
  "admin-servers": PlugsConnectedIcon,
  "admin-accounts": UsersThreeIcon,
  "admin-registration": TicketIcon,
};

export function SettingsNav({ page, groups, backHref, foot }: SettingsNavProps) {
  return (
    <nav className="index nav" aria-label={SERVERS.settings}>
      <Brand name={APP.name} href={PATHS.home} />
      <Link className="nav-link back" href={backHref}>
        <ArrowLeftIcon className="i" aria-hidden="true" />
        {SERVERS.back}
      </Link>
      {groups.map((group) => (
        <Group key={group.title} group={group} page={page} />
      ))}
      <div className="foot note">{foot}</div>
    </nav>
  );
}

function Group({ group, page }: { readonly group: SettingsGroup; readonly page: SettingsPage }) {
  return (
    <>
      <h2>{group.title}</h2>
      {group.pages.map((one) => {
        const Icon = ICONS[one.page];
        return (
          <Link
            key={one.page}
            className="nav-link"
            href={one.href}
            aria-current={one.page === page ? "page" : undefined}
          >
            <Icon className="i" aria-hidden="true" />
            {one.word}
          </Link>
        );
      })}
    </>
  );
}
