import { findAccess } from '../rpc/access.ts'
import { api } from '../rpc/base.ts'
import { collectFromFeatures, type MergedParts, mergeParts, type ServicesFor } from './features.ts'

/** Builds the contract's router from every feature's procedures. Throws if a procedure does not declare who may call it. */
export function createRouter(services: ServicesFor<'procedures'>) {
  const featureRouters = collectFromFeatures('procedures').map(create => create(services))
  const procedures: Record<string, Procedures> = {}
  for (const [name, featureProcedures] of featureRouters.flatMap(router =>
    Object.entries<Procedures>(router),
  ))
    procedures[name] = mergeParts([procedures[name] ?? {}, featureProcedures])
  requireDeclared(procedures)
  return api.router(procedures as MergedParts<(typeof featureRouters)[number]>)
}

type Procedures = Readonly<Record<string, Parameters<typeof findAccess>[0]>>

/** Throws if a procedure does not declare its access exactly once, because it would be open to everybody. */
export function requireDeclared(features: Readonly<Record<string, Procedures>>): void {
  for (const [feature, procedures] of Object.entries(features))
    for (const [name, procedure] of Object.entries(procedures))
      if (!findAccess(procedure)) throw new Error(`${feature}.${name} does not declare who may call it.`)
}

export type Router = ReturnType<typeof createRouter>
