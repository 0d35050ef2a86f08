import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { MapSettingCache } from '../maps/index.ts'
import { createLoginMonitoring } from '../security/index.ts'
import { authEvents } from './auth.events.ts'
import { authPersonalData } from './auth.personal-data.ts'
import { authProcedures } from './auth.procedures.ts'
import { type Auth, createAuth } from './auth.ts'
import { emailChangesProcedures } from './email-change/email-changes.procedures.ts'
import {
  deleteExpiredSessions,
  deleteExpiredSignIns,
  deleteExpiredVerifications,
  deleteSettledEmailChanges,
  deleteUnusedDevices,
} from './expired.queries.ts'
import { passkeysProcedures } from './passkeys/passkeys.procedures.ts'
import { registerCallbackDoor } from './single-sign-on/callback-door.ts'
import { readSingleSignOn } from './single-sign-on/single-sign-on-environment.ts'
import { twoStepEvents } from './two-step/two-step.events.ts'
import { twoStepProcedures } from './two-step/two-step.procedures.ts'

type Caches = { readonly caches: { readonly map: MapSettingCache } }
type Parts = { readonly auth: Auth }

export const authFeature = {
  procedures: (platform: Platform & Caches & Parts) => ({
    auth: authProcedures(platform, platform.auth),
    passkeys: passkeysProcedures(platform, platform.auth),
    emailChanges: emailChangesProcedures(platform, platform.auth),
    twoStep: twoStepProcedures(platform, platform.auth),
  }),
  events: { ...authEvents, ...twoStepEvents },
  parts: (platform: Platform): Parts => ({
    auth: createAuth(platform, {
      monitor: createLoginMonitoring(platform.db, platform.secret),
      sso: readSingleSignOn(platform.env),
    }),
  }),
  doors: (app: FastifyInstance, { env }: Platform) => registerCallbackDoor(app, env.PUBLIC_URL),
  expired: {
    sessions: deleteExpiredSessions,
    verifications: deleteExpiredVerifications,
    pendingSignIns: deleteExpiredSignIns,
    devices: deleteUnusedDevices,
    emailChanges: deleteSettledEmailChanges,
  },
  personalData: authPersonalData,
} satisfies Feature
