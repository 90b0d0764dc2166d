import type { Detector } from '../../domain/detection/detector.ts'
import type { Store } from '../../domain/ledger/store.ts'
import type { ControlSearch } from '../../domain/search/control-search.ts'
import type { Catalog } from './catalog.ts'
import { PROMPTS } from './prompts.ts'
import { completeIds, registryResources } from './registry-resources.ts'
import { askTool, type AskParts } from './tools/ask.ts'
import { checkReferencesTool } from './tools/check-references-tool.ts'
import { compareEditionsTool } from './tools/compare-editions-tool.ts'
import { getControlTool, listControlsTool, searchControlsTool } from './tools/control-tools.ts'
import { crosswalkTool } from './tools/crosswalk-tool.ts'
import { getFrameworkTool, listFrameworksTool } from './tools/framework-tools.ts'
import { getAccountTool } from './tools/get-account.ts'
import { getReplyTool } from './tools/get-reply.ts'
import { listDeadlinesTool } from './tools/list-deadlines-tool.ts'
import { SearchRate } from './tools/search-rate.ts'

/** What the service's own catalog works with. */
export interface CatalogParts extends AskParts {
  store: Store
  detector: Detector
  controlSearch: ControlSearch
}

const INSTRUCTIONS = `A registry of compliance frameworks (standards, laws, criteria) with their controls, mappings, editions and deadlines, and answers grounded in it.
Begin with search_controls or list_frameworks; every other tool takes the framework ids and control ids that they give. Look ids up before you cite them, and check a text that cites them with check_references.
All tools are free but ask, which is charged to the account of the token. An answer that takes longer than 20 s comes from get_reply.`

/** Everything that the service offers by MCP. */
export function buildCatalog(parts: CatalogParts): Catalog {
  const { registry, clock } = parts
  const controls = { ...parts, searchRate: new SearchRate(clock) }
  return {
    name: 'svc',
    title: 'Compliance registry',
    version: '1.0.0',
    instructions: INSTRUCTIONS,
    tools: [
      searchControlsTool(controls),
      getControlTool(parts),
      listFrameworksTool(parts),
      getFrameworkTool(parts),
      listControlsTool(parts),
      crosswalkTool(parts),
      checkReferencesTool(controls),
      compareEditionsTool(parts),
      listDeadlinesTool(parts),
      askTool(parts),
      getReplyTool(parts),
      getAccountTool(parts),
    ],
    resources: registryResources(registry),
    prompts: PROMPTS,
    complete: (completing, visit) => completeIds(registry, completing, visit),
  }
}
