import type { Edge, Entity, EntityRef } from '../contract/model';
import type { Declaration, Notify } from './declaration';
import type { Enrichment } from './orunIntent';

/**
 * Adds what intents say of systems, domains and groups. As in Orun an enrichment fills in what is empty
 * and creates nothing: it counts when the entity is declared, or when a relation of a declared entity
 * names it; otherwise it gives a notice. The first of several for one entity counts.
 */
export function applyEnrichments(declarations: readonly Declaration[], enrichments: readonly Enrichment[], notify: Notify): Declaration[] {
  const result = new Map(declarations.map((declaration) => [declaration.entity.ref, declaration]));
  const named = new Set(declarations.flatMap((declaration) => declaration.edges).flatMap((edge) => [edge.from, edge.to]));
  const used = new Map<EntityRef, Enrichment>();
  // An enriched system may name a domain that is enriched as well: systems come before domains.
  const ordered = [...enrichments].sort((first, second) => Number(first.entity.kind === 'domain') - Number(second.entity.kind === 'domain'));
  for (const enrichment of ordered) {
    const { ref, entity, edges } = enrichment;
    const { path, line } = entity.declaredAt;
    const earlier = used.get(ref);
    const declared = result.get(ref);
    if (earlier !== undefined) {
      notify({ path, line, message: `${ref} is enriched in ${earlier.entity.declaredAt.path}, line ${earlier.entity.declaredAt.line}, too; that counts, this does not.` });
      continue;
    }
    if (declared === undefined && !named.has(ref)) {
      notify({ path, line, message: `catalog.entities enriches ${ref}, but nothing declared belongs to it; it is left out.` });
      continue;
    }
    used.set(ref, enrichment);
    edges.forEach((edge) => named.add(edge.to));
    result.set(ref, declared === undefined ? { entity, edges, documents: enrichment.documents, folder: null } : enriched(declared, enrichment));
  }
  return [...result.values()];
}

function enriched(declaration: Declaration, enrichment: Enrichment): Declaration {
  const added = enrichment.entity;
  const entity: Entity = {
    ...declaration.entity,
    title: declaration.entity.title ?? added.title,
    description: declaration.entity.description ?? added.description,
    type: declaration.entity.type ?? added.type,
    annotations: { ...added.annotations, ...declaration.entity.annotations },
  };
  return { ...declaration, entity, edges: [...declaration.edges, ...missingEdges(declaration, enrichment)], documents: [...declaration.documents, ...enrichment.documents] };
}

function missingEdges(declaration: Declaration, enrichment: Enrichment): Edge[] {
  const own = new Set(declaration.edges.filter((edge) => edge.from === declaration.entity.ref).map((edge) => edge.type));
  return enrichment.edges.filter((edge) => !own.has(edge.type));
}
