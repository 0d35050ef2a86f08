import { organisationStatuses } from '@muster/domain/organisation.ts'
import { roles } from '@muster/domain/role.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { timeZone } from './calendar.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { count } from './numbers.ts'
import { page, paging } from './paging.ts'
import { phone } from './phone.ts'
import { oneLine, text } from './texts.ts'
import { listedZone } from './zones.ts'

const { signedIn, inZone } = callsTagged('organisations')

/** An organisation as those see it who look after it. The specification calls it a client. */
export const organisation = z.object({
  id,
  name: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
  contactPhone: z.string(),
  status: z.enum(organisationStatuses),
  /** IANA name; null: that of the installation. */
  timeZone: z.string().nullable(),
  /** Null: without a limit. */
  maxZones: z.int().nullable(),
  maxPeople: z.int().nullable(),
  /** Its client admins ask for zones instead of opening them. */
  zonesNeedApproval: z.boolean(),
  zones: z.int(),
  people: z.int(),
  createdAt: instant,
})
export type Organisation = z.infer<typeof organisation>

/** An organisation as everybody who belongs to it may know it. */
const ownOrganisation = organisation.pick({ id: true, name: true, timeZone: true }).extend({
  suspended: z.boolean(),
  /** A zone created here waits until it is approved. */
  needsApproval: z.boolean(),
  /** The caller looks after it, as a client admin. */
  manages: z.boolean(),
})
export type OwnOrganisation = z.infer<typeof ownOrganisation>

/** Somebody of an organisation. */
export const organisationPerson = z.object({
  id,
  name: z.string(),
  userCode: z.string(),
  /** Null of who has not accepted yet that they were added to one of its zones. */
  email: z.string().nullable(),
  role: z.enum(roles),
  /** They look after it, as a client admin. */
  manages: z.boolean(),
  /** How many of its zones they are assigned to. */
  zones: z.int(),
})
export type OrganisationPerson = z.infer<typeof organisationPerson>

/** What those who look after an organisation may change. */
export const organisationFacts = {
  name: oneLine(120).min(1, 'Name is required'),
  contactName: oneLine(120).default(''),
  contactEmail: z
    .union([z.literal(''), oneLine(254).regex(/^[^\s@]+@[^\s@]+$/, 'Enter an email address')])
    .default(''),
  contactPhone: phone(40).default(''),
  timeZone: timeZone.nullable().default(null),
}

const most = count.min(1, 'Enter at least 1').max(1_000_000).nullable()
/** What only internal admins set. A change names all of it: a limit that was left out is not lifted. */
const organisationLimits = { maxZones: most, maxPeople: most, zonesNeedApproval: z.boolean() }
const firstLimits = {
  maxZones: most.default(null),
  maxPeople: most.default(null),
  zonesNeedApproval: z.boolean().default(false),
}

const ofOne = { organisationId: id }
const notFound = pick('ORGANISATION_NOT_FOUND')

export const organisations = {
  /** The organisations of the caller. `several`: there is more than one; until then nothing is shown of organisations. */
  mine: signedIn('GET /organisations/mine', 'list_my_organisations', "List one's own organisations").output(
    z.object({ several: z.boolean(), organisations: z.array(ownOrganisation).max(100) }),
  ),
  /** By name: all for internal admins, those they look after for client admins, none for others. */
  list: signedIn('GET /organisations', 'list_organisations', 'List organisations, filtered and paged')
    .input(paging.extend({ search: text(200).optional(), status: z.enum(organisationStatuses).optional() }))
    .output(page(organisation))
    .errors(pick('CURSOR_INVALID')),
  get: signedIn('GET /organisations/{organisationId}', 'get_organisation', 'Read one organisation')
    .input(z.strictObject(ofOne))
    .output(organisation)
    .errors(notFound),
  /** By name, those whose name or user code holds every word of `search`. */
  people: signedIn(
    'GET /organisations/{organisationId}/people',
    'list_organisation_people',
    'List the people of an organisation, paged',
  )
    .input(paging.extend({ ...ofOne, search: text(200).optional() }))
    .output(page(organisationPerson))
    .errors(pick('ORGANISATION_NOT_FOUND', 'CURSOR_INVALID')),
  /** Its zones, newest first; for a client admin those they belong to, which are all that are open. */
  zones: signedIn(
    'GET /organisations/{organisationId}/zones',
    'list_organisation_zones',
    'List the zones of an organisation, paged',
  )
    .input(paging.extend(ofOne))
    .output(page(listedZone))
    .errors(pick('ORGANISATION_NOT_FOUND', 'CURSOR_INVALID')),
  /** `requestId` is made by the client: sending twice onboards once. */
  onboard: signedIn('POST /organisations', 'onboard_organisation', 'Onboard an organisation', 201)
    .input(z.strictObject({ requestId: id, ...organisationFacts, ...firstLimits }))
    .output(organisation)
    .errors(pick('REQUEST_ID_TAKEN', 'TIME_ZONE_UNKNOWN')),
  /** Name, contact and time zone: also by the client admins of an active organisation. */
  update: signedIn(
    'PUT /organisations/{organisationId}',
    'update_organisation',
    'Change the name, contact and time zone of an organisation',
  )
    .input(z.strictObject({ ...ofOne, ...organisationFacts }))
    .output(organisation)
    .errors(pick('ORGANISATION_NOT_FOUND', 'ORGANISATION_SUSPENDED', 'TIME_ZONE_UNKNOWN')),
  /** How much it may hold from now on; what it holds already stays. */
  setLimits: signedIn(
    'PUT /organisations/{organisationId}/limits',
    'set_organisation_limits',
    'Limit the zones and people of an organisation',
  )
    .input(z.strictObject({ ...ofOne, ...organisationLimits }))
    .output(organisation)
    .errors(notFound),
  /** A suspended organisation closes its zones to their members at once; active again, they open as they were. */
  setStatus: signedIn(
    'PUT /organisations/{organisationId}/status',
    'set_organisation_status',
    'Suspend or reactivate an organisation',
  )
    .input(z.strictObject({ ...ofOne, status: z.enum(organisationStatuses) }))
    .output(organisation)
    .errors(notFound),
  addPerson: signedIn(
    'PUT /organisations/{organisationId}/people/{userId}',
    'add_organisation_person',
    'Add somebody to an organisation',
  )
    .input(z.strictObject({ ...ofOne, userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('ORGANISATION_NOT_FOUND', 'ORGANISATION_PEOPLE_FULL', 'USER_NOT_FOUND')),
  /** Who is still assigned to its zones is removed from those first. */
  removePerson: signedIn(
    'DELETE /organisations/{organisationId}/people/{userId}',
    'remove_organisation_person',
    'Remove somebody from an organisation',
  )
    .input(z.strictObject({ ...ofOne, userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('USER_NOT_FOUND', 'PERSON_HAS_ZONES')),
  /** The people of the zone belong to that organisation too; client admins who do not look after it lose the zone. */
  moveZone: inZone(
    'PUT /zones/{zoneId}/organisation',
    'move_zone_to_organisation',
    'Move a zone to an organisation',
  )
    .input(z.strictObject({ ...ofOne, zoneId: id }))
    .output(z.object({ zoneId: id }))
    .errors(
      pick(
        'ORGANISATION_NOT_FOUND',
        'ORGANISATION_ZONES_FULL',
        'ORGANISATION_PEOPLE_FULL',
        'ZONE_REQUEST_OPEN',
      ),
    ),
}
