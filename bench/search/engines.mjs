// Ways to find a tool by words: Loop's index, a search library as it comes out of the box, and the simplest thing that works.
import MiniSearch from "minisearch";
import { corePart } from "../kit/loop-parts.mjs";
import { fieldSearch } from "./field-search.mjs";

const LIMIT = 10;
const SERVER_PLACES = 6;
const everywhere = () => true;

async function loopIndex(tools) {
  const { buildToolIndex } = await corePart("codemode/search/build-index.js");
  return buildToolIndex(tools);
}

/** As a script gets it: hits merged by rank, and no server in more than six of ten places. */
async function loop(tools) {
  const index = await loopIndex(tools);
  const { searchMerged } = await corePart("codemode/search/rank-merge.js");
  const options = { limit: LIMIT, accept: everywhere, mixServers: true };
  return (query) => searchMerged(index, [query], options).hits.map(({ tool }) => tool.name);
}

/** The best engine of the study that the queries come from, with the same bound on places as Loop. */
async function recipe(tools) {
  const search = fieldSearch(tools);
  return (query) => {
    const counts = new Map();
    const within = search(query).filter((place) => {
      const count = (counts.get(tools[place].serverId) ?? 0) + 1;
      counts.set(tools[place].serverId, count);
      return count <= SERVER_PLACES;
    });
    return within.slice(0, LIMIT).map((place) => tools[place].name);
  };
}

/** Names and descriptions, every option left alone. */
async function miniSearch(tools) {
  const index = new MiniSearch({ idField: "name", fields: ["toolName", "description"] });
  index.addAll(tools.map(({ name, toolName, description }) => ({ name, toolName, description })));
  return (query) =>
    index
      .search(query)
      .slice(0, LIMIT)
      .map(({ id }) => id);
}

/** How many of the query's words stand somewhere in name or description. */
async function naive(tools) {
  const texts = tools.map(({ name, toolName, description }) => ({
    name,
    text: `${toolName} ${description}`.toLowerCase(),
  }));
  return (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const scored = texts.map(({ name, text }) => ({ name, score: words.filter((word) => text.includes(word)).length }));
    return scored
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score)
      .slice(0, LIMIT)
      .map(({ name }) => name);
  };
}

export const SEARCHERS = [
  { name: "Loop", build: loop },
  { name: "BM25F + trigram repair", build: recipe },
  { name: "MiniSearch, defaults", build: miniSearch },
  { name: "words found as substrings", build: naive },
];
