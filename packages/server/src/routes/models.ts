import type { ListedModel, RouteReply } from "@loop/contract";
import { type ListedModel as CoreModel, type DriverTiming, listModels } from "@loop/core/host";
import type { ApiHandlers } from "../http/api-handlers.js";
import { ModelTests } from "../providers/model-tests.js";
import { isProviderName } from "../providers/provider-settings.js";
import { failed, ok, type Result } from "../result.js";
import type { Services } from "../services.js";
import { currentCursor } from "./cursor.js";

type ModelRoutes = Pick<ApiHandlers, "listProviders" | "saveProvider" | "listModels" | "testModel" | "cancelModelTest">;

/** Settings → Models: providers, what they list, and whether one answers. */
export function modelRoutes(services: Services): ModelRoutes {
  return { ...providerRoutes(services), ...testRoutes(services) };
}

function providerRoutes(services: Services): Pick<ModelRoutes, "listProviders" | "saveProvider" | "listModels"> {
  const { models, clock } = services;
  const shown = async (accountId: string): Promise<Result<RouteReply<"saveProvider">>> => {
    const providers = await models.providers.list();
    return providers.ok ? ok({ providers: providers.value, chosen: await models.chosen(accountId) }) : providers;
  };
  return {
    listProviders: async ({ accountId }) => {
      const cursor = await currentCursor(services, accountId);
      const reply = await shown(accountId);
      return reply.ok ? ok({ ...reply.value, cursor }) : reply;
    },
    saveProvider: async ({ accountId, param, body }) => {
      const provider = param("id");
      if (!isProviderName(provider)) return failed("provider-unknown");
      const saved = await models.providers.save(provider, { address: body.address, key: body.key });
      return saved.ok ? shown(accountId) : saved;
    },
    listModels: async ({ param }) => {
      const provider = param("id");
      if (!isProviderName(provider)) return failed("provider-unknown");
      const environment = await models.providers.environmentFor(provider);
      if (!environment.ok) return environment;
      const { signal } = new AbortController();
      const listed = await listModels({ provider, environment: environment.value, clock, signal });
      return listed.ok
        ? ok({ models: listed.models.map((model) => shownModel(provider, model)) })
        : failed(listed.code);
    },
  };
}

function shownModel(provider: string, { name, capabilities }: CoreModel): ListedModel {
  const { maxTools, toolResultImages, contextTokens } = capabilities;
  return { reference: `${provider}/${name}`, abilities: { maxTools, toolResultImages, contextTokens } };
}

function testRoutes({ models, clock }: Services): Pick<ModelRoutes, "testModel" | "cancelModelTest"> {
  const tests = new ModelTests({ clock });
  return {
    testModel: async ({ accountId, body: { reference } }) => {
      const resolve = (timing: DriverTiming) => models.tryOut(accountId, reference, timing);
      return ok({ outcome: await tests.run(accountId, resolve) });
    },
    cancelModelTest: async ({ accountId }) => {
      tests.cancel(accountId);
      return ok({});
    },
  };
}
