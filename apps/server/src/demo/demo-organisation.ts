import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import type { Role, ZoneRole } from '@muster/domain/role.ts'
import type { ZoneStatus } from '@muster/domain/zone.ts'

/** The password and PIN of everybody in the demo. */
export const demoPassword = 'muster-demo'
export const demoPin = '2468'

export type DemoPerson = {
  readonly key: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  /** Zone roles by zone key. */
  readonly zones: Readonly<Record<string, ZoneRole>>
  /** True for people whom the simulation moves. */
  readonly simulated?: boolean
}

export type DemoZone = {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly shape: ZoneShape
  readonly maxCapacity: number | null
  readonly status: ZoneStatus
}

export const demoEmail = (key: string) => `${key}@demo.muster.example`

/** Four zones in New Delhi: two boxes, one of them suspended, a polygon and a circle. */
export const demoZones: readonly DemoZone[] = [
  {
    key: 'office',
    name: 'Connaught Place Office',
    description: 'Head office, all floors and the inner courtyard.',
    shape: {
      boundary: 'rectangle',
      start: { lat: 28.6329, lng: 77.2172 },
      end: { lat: 28.6301, lng: 77.2214 },
    },
    maxCapacity: 120,
    status: 'active',
  },
  {
    key: 'yard',
    name: 'Yamuna Works Yard',
    description: 'Cranes in operation. Helmets beyond the gate.',
    shape: {
      boundary: 'polygon',
      points: [
        { lat: 28.6188, lng: 77.2481 },
        { lat: 28.6213, lng: 77.2507 },
        { lat: 28.6201, lng: 77.2549 },
        { lat: 28.6166, lng: 77.2556 },
        { lat: 28.6152, lng: 77.2512 },
      ],
    },
    maxCapacity: 10,
    status: 'active',
  },
  {
    key: 'rally',
    name: 'India Gate Rally Point',
    description: 'Where everyone meets when a building is cleared.',
    shape: {
      boundary: 'circle',
      start: { lat: 28.6141, lng: 77.2281 },
      end: { lat: 28.6117, lng: 77.2309 },
    },
    maxCapacity: null,
    status: 'active',
  },
  {
    key: 'depot',
    name: 'Old Rail Depot',
    description: 'Closed for repairs until further notice.',
    shape: {
      boundary: 'rectangle',
      start: { lat: 28.6427, lng: 77.2191 },
      end: { lat: 28.6411, lng: 77.2223 },
    },
    maxCapacity: 25,
    status: 'suspended',
  },
]

const staff: readonly DemoPerson[] = [
  { key: 'super', firstName: 'Asha', lastName: 'Rao', role: 'super_admin', zones: {} },
  { key: 'admin', firstName: 'Vikram', lastName: 'Mehta', role: 'admin', zones: {} },
  {
    key: 'client',
    firstName: 'Leela',
    lastName: 'Kapoor',
    role: 'client_admin',
    zones: { office: 'client_admin', yard: 'client_admin', rally: 'client_admin', depot: 'client_admin' },
  },
  {
    key: 'manager',
    firstName: 'Ravi',
    lastName: 'Sharma',
    role: 'zone_manager_rw',
    zones: { yard: 'zone_manager_rw', office: 'zone_manager_rw' },
  },
  {
    key: 'viewer',
    firstName: 'Meera',
    lastName: 'Nair',
    role: 'zone_manager_ro',
    zones: { yard: 'zone_manager_ro' },
  },
  { key: 'operations', firstName: 'Farah', lastName: 'Khan', role: 'manager', zones: { office: 'manager' } },
  {
    key: 'supervisor',
    firstName: 'Imran',
    lastName: 'Qureshi',
    role: 'supervisor',
    zones: { yard: 'supervisor' },
  },
  { key: 'worker', firstName: 'Sunita', lastName: 'Devi', role: 'worker', zones: { yard: 'worker' } },
  {
    key: 'member',
    firstName: 'Arjun',
    lastName: 'Singh',
    role: 'app_user',
    zones: { yard: 'app_user', rally: 'app_user' },
  },
  { key: 'newcomer', firstName: 'Kiran', lastName: 'Das', role: 'app_user', zones: {} },
]

const walkerNames = [
  ['Anjali', 'Verma'],
  ['Bharat', 'Joshi'],
  ['Chitra', 'Iyer'],
  ['Deepak', 'Yadav'],
  ['Esha', 'Banerjee'],
  ['Faisal', 'Ahmed'],
  ['Gita', 'Pillai'],
  ['Harish', 'Gupta'],
  ['Indira', 'Menon'],
  ['Jai', 'Chauhan'],
  ['Kavita', 'Saxena'],
  ['Lokesh', 'Reddy'],
] as const

/** Everybody in the demo: the staff, in every role, and the simulated workers. */
export const demoPeople: readonly DemoPerson[] = [
  ...staff,
  ...walkerNames.map(
    ([firstName, lastName], index): DemoPerson => ({
      key: firstName.toLowerCase(),
      firstName,
      lastName,
      role: 'app_user',
      zones: index % 3 === 2 ? { office: 'app_user' } : { yard: 'app_user', rally: 'app_user' },
      simulated: true,
    }),
  ),
]

/** The demo accounts offered on the login screen. */
export const demoSignIns = [
  { label: 'Super admin', key: 'super' },
  { label: 'Client admin', key: 'client' },
  { label: 'Zone manager', key: 'manager' },
  { label: 'Zone manager, read only', key: 'viewer' },
  { label: 'Member', key: 'member' },
  { label: 'Newcomer without a zone', key: 'newcomer' },
].map(({ label, key }) => ({ label, email: demoEmail(key), password: demoPassword }))

/** Returns whether these are a demo person's email address and the demo's public password. */
export const isDemoSignIn = ({ email, password }: { email: string; password: string }): boolean =>
  password === demoPassword && demoPeople.some(({ key }) => demoEmail(key) === email.trim().toLowerCase())
