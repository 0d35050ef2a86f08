import type { Profile } from '@muster/contract/auth.ts'
import { listedZone, type MyZone, type ZoneRow } from '@muster/contract/zones.ts'
import type { Role } from '@muster/domain/role.ts'
import { aReport } from '../features/reports/testing/a-report.ts'
import { sessionStore } from '../lib/session-store.ts'
import { answer, type Handlers } from './fake-server.ts'

const at = '2026-11-20T09:00:00.000Z'
const personId = '0192f0c0-0000-7000-8000-000000000001'

export function aProfile(changes: Partial<Profile> = {}): Profile {
  return {
    id: personId,
    email: 'ana.ruiz@example.org',
    firstName: 'Ana',
    lastName: 'Ruiz',
    phone: null,
    dateOfBirth: null,
    role: 'app_user',
    status: 'active',
    userCode: 'MUS-BCDF-GHJK-MNPR',
    skills: [],
    profileImageUrl: null,
    emergencyContact: { name: null, phone: null, relationship: null },
    language: null,
    readingLanguage: 'en',
    createdAt: at,
    updatedAt: at,
    ...changes,
  }
}

export function aZone(changes: Partial<MyZone> = {}): MyZone {
  return {
    id: '0192f0c0-0000-7000-8000-000000000101',
    name: 'North yard',
    description: null,
    status: 'active',
    shape: { boundary: 'rectangle', start: { lat: 1, lng: 1 }, end: { lat: 2, lng: 2 } },
    shapeVersion: 1,
    center: { lat: 1.5, lng: 1.5 },
    maxCapacity: 50,
    currentOccupancy: 3,
    parts: { byPhone: 3, byBadge: 0, visitors: 0 },
    unseenOccupancy: 0,
    createdAt: at,
    updatedAt: at,
    myRole: 'app_user',
    granted: [],
    revoked: [],
    invited: false,
    starred: false,
    entryExpiresAt: null,
    ...changes,
  }
}

/** Converts a zone to the form in which the list of all zones contains it. */
export const toListedZone = (zone: MyZone): ZoneRow => ({ ...listedZone.parse(zone), members: 0 })

/** Returns the handlers for a person with this role and these zones, such as `auth/me` and `zones/mine`. */
export function createServerHandlers(role: Role, zones: MyZone[] = [], captainZoneIds?: string[]) {
  const profile = aProfile({ role })
  const landing = role === 'super_admin' || role === 'admin' ? 'super-admin-dashboard' : 'zone-selection'
  return {
    'auth/settings': () =>
      answer({
        passwordMin: 6,
        emailConfirmation: false,
        signUp: 'open' as const,
        retentionDays: 90,
        singleSignOn: null,
        passkeysAt: null,
        demoMapHosts: [],
        demoSignIns: [],
      }),
    'auth/me': () =>
      answer({
        user: { id: profile.id, email: profile.email, emailVerified: true },
        profile,
        profileCode: null,
        landing,
        consent: 'given' as const,
        captainZoneIds,
        session: { id: profile.id, expiresAt: at },
        twoStep: { requiredFrom: null, due: false },
      }),
    'twoStep/state': () => answer({ since: null, recoveryCodesLeft: 0, hasPassword: true }),
    'zones/near': () => answer({ zones: [], placeSearch: true }),
    'auth/previewReset': () => answer({ passkeys: [], locationApps: [] }),
    'emailChanges/mine': () => answer({ pending: null }),
    'passkeys/list': () => answer({ passkeys: [] }),
    'push/devices': () => answer({ devices: [] }),
    'notices/list': () => answer({ rules: [], watchers: [] }),
    'alerts/counts': () => answer({ all: 0, unread: 0 }),
    'alerts/list': () => answer({ rows: [], next: null }),
    'alerts/preferences': () => answer({ types: [], quietHours: null, mailWorks: false }),
    'presence/mine': () => answer({ zones: [] }),
    'hazards/list': () => answer({ rows: [], next: null }),
    'hazards/count': () => answer({ open: 0, unsettled: 0, overdue: 0 }),
    'hazards/onMap': () => answer({ pins: [], more: false }),
    'broadcasts/list': () => answer({ rows: [], next: null }),
    'broadcasts/openQuestions': () => answer({ questions: [], total: 0 }),
    'broadcasts/ownCalls': () => answer({ calls: [] }),
    'captains/list': () => answer({ at, zones: [], people: [], total: 0 }),
    'captains/ownNote': () => answer({ note: '' }),
    'captains/sweeps': () => answer({ sweeps: [] }),
    'captains/teams': () => answer({ teams: [] }),
    'emergencies/mine': () => answer({ emergencies: [] }),
    'badges/inside': () => answer({ rows: [], next: null }),
    'emergencies/points': () => answer({ points: [] }),
    'emergencyPlans/list': () => answer({ plans: [] }),
    'emergencies/list': () => answer({ rows: [], next: null }),
    'groups/list': () => answer({ rows: [], next: null }),
    'groups/count': () => answer({ mine: 0, unread: 0, all: 0 }),
    'documents/allFolders': () => answer({ rows: [], next: null }),
    'documents/countAll': () => answer({ documents: 0 }),
    'documents/files': () => answer({ rows: [], next: null }),
    'documents/folders': () => answer({ folders: [], path: [] }),
    'broadcasts/groups': () => answer({ groups: [] }),
    'broadcasts/statistics': () =>
      answer({
        total: 0,
        today: 0,
        thisWeek: 0,
        byPriority: { low: 0, normal: 0, high: 0, urgent: 0 },
      }),
    'shifts/openObjections': () => answer({ rows: [], next: null }),
    'reports/calendar': () => answer({ timeZone: 'Asia/Kolkata', today: '2026-11-20' }),
    'reports/zone': () => answer(aReport()),
    'reports/all': () => answer(aReport({ subject: 'All zones' })),
    'reports/mine': () => answer(aReport({ subject: 'Ana Ruiz' })),
    'dashboards/zoneStatistics': () =>
      answer({ inside: 0, unresolvedHazards: 0, broadcastsToday: 0, since: at }),
    'zonePermissions/list': () => answer({ people: [] }),
    'organisations/mine': () => answer({ several: false, organisations: [] }),
    'organisations/list': () => answer({ rows: [], next: null }),
    'zoneRequests/list': () => answer({ rows: [], next: null }),
    'zoneRequests/counts': () => answer({ pending: 0, returned: 0 }),
    'auth/signOut': () => answer({ signedOut: true }),
    'zones/mine': () => answer({ zones }),
    'zones/myPin': () => answer({ state: 'open', lockedUntil: null, resetAskedAt: null }),
  } satisfies Handlers
}

/** Stores a session in this browser, as after a sign-in. */
export function signIn(token = 'token-1') {
  sessionStore.set({ token, expiresAt: '2036-01-01T00:00:00.000Z' })
}
