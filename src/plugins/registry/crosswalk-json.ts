import type { Relation } from '../../domain/registry/crosswalk.ts'
import type { Coverage, CrosswalkView, FrameworkMapping } from '../../domain/registry/crosswalk-view.ts'

/** One control of a framework and one of another. */
export interface MappingJson {
  from: { framework: string; id: string }
  to: { framework: string; id: string }
  /** What the first is to the second (NIST IR 8477). */
  relation: Relation
  /** 1 to 10, where the source tells one. */
  strength?: number
  source: { title: string; url?: string; kind: 'published' | 'text' | 'own-reading' }
  /** The day on which the source was read, or a second reader confirmed the pair. */
  reviewed: string
}

export interface CrosswalkJson {
  object: 'crosswalk'
  data: MappingJson[]
  coverage: { a: Coverage; b: Coverage }
}

export function mappingJson(mapping: FrameworkMapping): MappingJson {
  const { title, url, kind, verifiedOn } = mapping.source
  return {
    from: { framework: mapping.fromFramework, id: mapping.from },
    to: { framework: mapping.toFramework, id: mapping.to },
    relation: mapping.relation,
    ...(mapping.strength !== undefined && { strength: mapping.strength }),
    source: { title, ...(url !== undefined && { url }), kind },
    reviewed: verifiedOn,
  }
}

export function crosswalkJson({ mappings, coverage }: CrosswalkView): CrosswalkJson {
  return { object: 'crosswalk', data: mappings.map(mappingJson), coverage }
}
