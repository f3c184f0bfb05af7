import withTheme from "@rjsf/core/lib/withTheme.js";
import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import { useEffect, useMemo } from "react";
import { type Arguments, isArguments } from "../arguments-json.js";
import { createSchemaValidator } from "./schema-validator.js";
import {
  ArrayFieldItemTemplate,
  ArrayFieldTemplate,
  FieldTemplate,
  MultiSchemaFieldTemplate,
  Nothing,
  ObjectFieldTemplate,
  UseJson,
  WrapIfAdditionalTemplate,
} from "./templates.js";
import { BaseInput, CheckboxesWidget, CheckboxWidget, SelectWidget, TextareaWidget } from "./widgets.js";

const SchemaForm = withTheme({
  widgets: { TextareaWidget, SelectWidget, CheckboxWidget, CheckboxesWidget, RadioWidget: SelectWidget },
  templates: {
    BaseInputTemplate: BaseInput,
    FieldTemplate,
    ObjectFieldTemplate,
    ArrayFieldTemplate,
    ArrayFieldItemTemplate,
    WrapIfAdditionalTemplate,
    MultiSchemaFieldTemplate,
    DescriptionFieldTemplate: Nothing,
    TitleFieldTemplate: Nothing,
    ErrorListTemplate: Nothing,
    FieldErrorTemplate: Nothing,
    UnsupportedFieldTemplate: UseJson,
  },
});

interface ArgumentsFormProps {
  readonly formId: string;
  readonly schema: unknown;
  readonly value: Arguments;
  readonly onChange: (value: Arguments) => void;
  readonly onRun: (value: Arguments) => void;
  readonly onReady: (isReady: true) => void;
}

const UI: UiSchema = { "ui:submitButtonOptions": { norender: true } };

/** A form out of a tool's own schema. It is checked when it is run, and by Loop again. */
export function ArgumentsForm({ formId, schema, value, onChange, onRun, onReady }: ArgumentsFormProps) {
  const validator = useMemo(() => createSchemaValidator(), []);
  useEffect(() => onReady(true), [onReady]);
  const shown = useMemo(() => formSchema(schema), [schema]);
  return (
    <SchemaForm
      id={formId}
      className="rjsf"
      idPrefix="arguments"
      schema={shown}
      uiSchema={UI}
      validator={validator}
      formData={value}
      noHtml5Validate
      showErrorList={false}
      focusOnFirstError
      experimental_defaultFormStateBehavior={{
        emptyObjectFields: "skipEmptyDefaults",
        arrayMinItems: { populate: "requiredOnly" },
      }}
      onChange={({ formData }) => onChange(toArguments(formData))}
      onError={() => {}} // shown beside the fields
      onSubmit={({ formData }) => onRun(toArguments(formData))}
    />
  );
}

/** Anything but an object with fields is shown as an object without any. */
function formSchema(schema: unknown): RJSFSchema {
  return isArguments(schema) ? { ...schema, type: "object", title: "" } : { type: "object" };
}

/** Fields without a value are not sent. */
function toArguments(data: unknown): Arguments {
  const plain: unknown = JSON.parse(JSON.stringify(data ?? {}));
  return isArguments(plain) ? plain : {};
}
