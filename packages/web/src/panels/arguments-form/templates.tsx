import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldTemplateProps,
  MultiSchemaFieldTemplateProps,
  ObjectFieldTemplateProps,
  WrapIfAdditionalTemplateProps,
} from "@rjsf/utils";
import { VisibleText } from "../../parts/visible-text.js";
import { RUN } from "../../words/run-words.js";
import { typeWord } from "../../words/schema-words.js";

/** Deeper than this a form helps nobody. */
const DEEPEST = 6;

/** A field with its name, its type, the server's words about it and what is wrong with it. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, children, schema, required, hidden, rawErrors = [], fieldPathId } = props;
  if (hidden === true) return <div hidden>{children}</div>;
  if (fieldPathId.path.length > DEEPEST) return <p className="note">{RUN.tooDeep}</p>;
  const isGroup = schema.type === "object" || schema.type === "array" || fieldPathId.path.length === 0;
  const words = isGroup ? undefined : schema.description;
  const isCheck = schema.type === "boolean" && schema.enum === undefined;
  return (
    <Wrapped {...props}>
      <div className="field">
        {!isGroup && !isCheck && (
          <label htmlFor={id}>
            <VisibleText text={label} /> <FieldNote isNeeded={required === true} type={typeWord(schema)} />
          </label>
        )}
        {children}
        {words !== undefined && (
          <p className="words">
            <VisibleText text={words} keepsLines />
          </p>
        )}
        {rawErrors.length > 0 && (
          <span id={`${id}__error`} className="hint bad" role="alert">
            {[...new Set(rawErrors)].join(" ")}
          </span>
        )}
      </div>
    </Wrapped>
  );
}

function FieldNote({ isNeeded, type }: { readonly isNeeded: boolean; readonly type: string }) {
  const words = [isNeeded ? RUN.needed : "", type].filter((word) => word !== "").join(", ");
  return words === "" ? null : <span className="note">{words}</span>;
}

function Wrapped(props: FieldTemplateProps) {
  const { WrapIfAdditionalTemplate: Wrap } = props.registry.templates;
  return <Wrap {...props}>{props.children}</Wrap>;
}

export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { title, schema, properties, fieldPathId, onAddProperty } = props;
  const isRoot = fieldPathId.path.length === 0;
  const canAdd = schema.additionalProperties !== undefined && schema.additionalProperties !== false && !isRoot;
  return (
    <fieldset className={isRoot ? "group root" : "group"}>
      {!isRoot && (
        <legend>
          <VisibleText text={title} />
        </legend>
      )}
      {!isRoot && schema.description !== undefined && (
        <p className="words">
          <VisibleText text={schema.description} keepsLines />
        </p>
      )}
      {properties.map((property) => property.content)}
      {canAdd && <AddButton onAdd={onAddProperty} />}
    </fieldset>
  );
}

export function ArrayFieldTemplate({ title, schema, items, canAdd, onAddClick, required }: ArrayFieldTemplateProps) {
  return (
    <fieldset className="group">
      <legend>
        <VisibleText text={title} /> <FieldNote isNeeded={required === true} type={typeWord(schema)} />
      </legend>
      {schema.description !== undefined && (
        <p className="words">
          <VisibleText text={schema.description} keepsLines />
        </p>
      )}
      {items}
      {canAdd === true && <AddButton onAdd={onAddClick} />}
    </fieldset>
  );
}

function AddButton({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <div>
      <button type="button" className="btn quiet small" onClick={onAdd}>
        <PlusIcon className="i" aria-hidden="true" />
        {RUN.add}
      </button>
    </div>
  );
}

export function ArrayFieldItemTemplate({ children, buttonsProps, index }: ArrayFieldItemTemplateProps) {
  const label = RUN.removeItem(index + 1);
  return (
    <div className="item">
      {children}
      {buttonsProps.hasRemove && (
        <button
          type="button"
          className="btn quiet icon"
          aria-label={label}
          title={label}
          onClick={buttonsProps.onRemoveItem}
        >
          <XIcon className="i" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

export function WrapIfAdditionalTemplate(props: WrapIfAdditionalTemplateProps) {
  const { children, schema, label, onKeyRenameBlur, onRemoveProperty } = props;
  if (!("__additional_property" in schema)) return children;
  return (
    <div className="item">
      <div className="stack tight">
        <input className="input mono" defaultValue={label} aria-label={RUN.json} onBlur={onKeyRenameBlur} />
        {children}
      </div>
      <button type="button" className="btn quiet icon" aria-label={RUN.removeItem(1)} onClick={onRemoveProperty}>
        <XIcon className="i" aria-hidden="true" />
      </button>
    </div>
  );
}

export function MultiSchemaFieldTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className="stack tight">
      {selector}
      {optionSchemaField}
    </div>
  );
}

export function Nothing() {
  return null;
}

export function UseJson() {
  return <p className="note">{RUN.tooDeep}</p>;
}
