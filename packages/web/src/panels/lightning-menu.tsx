import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { LightningIcon } from "@phosphor-icons/react/dist/csr/Lightning";
import { Menu, type MenuItem } from "../parts/menu.js";
import { LIGHTNING } from "../words/lightning-words.js";

export interface LightningMenuProps {
  readonly isOn: boolean;
  /** The conversation's own choice; null follows the account's setting. */
  readonly own: boolean | null;
  readonly everywhere: boolean;
  /** Null takes the conversation's own choice back. */
  readonly onChoose: (mcp: boolean | null) => void;
  readonly onRunByHand: () => void;
}

/** One switch for all servers, in each conversation; it allows no call (SWT-01). */
export function LightningMenu({ isOn, own, everywhere, onChoose, onRunByHand }: LightningMenuProps) {
  const word = isOn ? LIGHTNING.on : LIGHTNING.off;
  const follow: readonly MenuItem[] =
    own === null
      ? []
      : [
          {
            key: "follow",
            content: <Words title={LIGHTNING.follow} says={everywhere ? LIGHTNING.followOn : LIGHTNING.followOff} />,
            onChoose: () => onChoose(null),
          },
        ];
  return (
    <Menu
      label={word}
      buttonClass={isOn ? "pick lit" : "pick"}
      button={
        <>
          <LightningIcon className="i" weight={isOn ? "fill" : "regular"} aria-hidden="true" />
          {word}
          <CaretDownIcon className="i" aria-hidden="true" />
        </>
      }
      note={LIGHTNING.note}
      items={[
        {
          key: "switch",
          isSwitch: true,
          isChosen: isOn,
          content: (
            <>
              <span className="switch-look" aria-hidden="true" />
              <Text title={LIGHTNING.title} says={saysOf(isOn, own)} />
            </>
          ),
          onChoose: () => onChoose(!isOn),
        },
        ...follow,
        {
          key: "by-hand",
          content: <Words title={LIGHTNING.byHand} says={LIGHTNING.byHandSays} />,
          onChoose: onRunByHand,
        },
      ]}
    />
  );
}

function saysOf(isOn: boolean, own: boolean | null): string {
  const state = isOn ? LIGHTNING.saysOn : LIGHTNING.saysOff;
  return own === null ? `${state} ${LIGHTNING.asSettings}` : state;
}

interface WordsProps {
  readonly title: string;
  readonly says: string;
}

function Words(props: WordsProps) {
  return (
    <>
      <span />
      <Text {...props} />
    </>
  );
}

function Text({ title, says }: WordsProps) {
  return (
    <span>
      <b>{title}</b>
      <small>{says}</small>
    </span>
  );
}
