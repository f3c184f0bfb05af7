import { CaretUpIcon } from "@phosphor-icons/react/dist/csr/CaretUp";
import { SignOutIcon } from "@phosphor-icons/react/dist/csr/SignOut";
import { UserIcon } from "@phosphor-icons/react/dist/csr/User";
import { Menu } from "../parts/menu.js";
import { useNavigate } from "../parts/navigation.js";
import { PATHS } from "../words/paths.js";
import { SETTINGS } from "../words/settings-words.js";

export interface AccountMenuProps {
  readonly name: string;
  readonly onSignOut: () => void;
  readonly onFollow: () => void;
}

/** Whose conversations these are, and the way out. */
export function AccountMenu({ name, onSignOut, onFollow }: AccountMenuProps) {
  const navigate = useNavigate();
  const toAccount = () => {
    onFollow();
    navigate(PATHS.account);
  };
  return (
    <div className="account-menu">
      <Menu
        label={SETTINGS.accountMenu(name)}
        buttonClass="btn quiet"
        button={
          <>
            <UserIcon className="i" aria-hidden="true" />
            <span className="grow cut1">{name}</span>
            <CaretUpIcon className="i small" aria-hidden="true" />
          </>
        }
        items={[
          {
            key: "account",
            content: (
              <>
                <UserIcon className="i" aria-hidden="true" />
                {SETTINGS.accountSettings}
              </>
            ),
            onChoose: toAccount,
          },
          {
            key: "sign-out",
            content: (
              <>
                <SignOutIcon className="i" aria-hidden="true" />
                {SETTINGS.signOut}
              </>
            ),
            onChoose: onSignOut,
          },
        ]}
      />
    </div>
  );
}
