import type { contract } from '@muster/contract/contract.ts'
import type { z } from 'zod'

type Contract = typeof contract

/** The validated input of a procedure: `CallInput<'captains', 'tick'>`. */
export type CallInput<
  Feature extends keyof Contract,
  Call extends keyof Contract[Feature],
> = Contract[Feature][Call] extends { '~orpc': { inputSchema?: infer Schema } }
  ? z.output<Extract<Schema, z.ZodType>>
  : never
