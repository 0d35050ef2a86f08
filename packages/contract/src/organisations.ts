import { languageCodes } from '@muster/domain/language.ts'
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
import { zoneIds, zonesMovedResult } from './zone-lists.ts'
import { listedZone } from './zones.ts'

const { signedIn, inZone } = callsTagged('organisations')

/** An organisation as shown to the people who manage it. The specification calls it a client. */
export const organisation = z.object({
  id,
  name: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
  contactPhone: z.string(),
  status: z.enum(organisationStatuses),
  /** IANA name; null if it uses the installation's time zone. */
  timeZone: z.string().nullable(),
  /** The language of people in the organisation who have not chosen one. */
  language: z.enum(languageCodes),
  /** Null means unlimited. */
  maxZones: z.int().nullable(),
  maxPeople: z.int().nullable(),
  /** True if the organisation's client admins must request zones instead of opening them. */
  zonesNeedApproval: z.boolean(),
  zones: z.int(),
  people: z.int(),
  createdAt: instant,
})
export type Organisation = z.infer<typeof organisation>

/** An organisation as shown to the people who belong to it. */
const ownOrganisation = organisation.pick({ id: true, name: true, timeZone: true }).extend({
  suspended: z.boolean(),
  /** True if a zone created in this organisation has to wait for approval. */
  needsApproval: z.boolean(),
  /** True if the caller manages the organisation as a client admin. */
  manages: z.boolean(),
})
export type OwnOrganisation = z.infer<typeof ownOrganisation>

export const organisationPerson = z.object({
  id,
  name: z.string(),
  userCode: z.string(),
  /** Null until the person accepts an invitation to one of the organisation's zones. */
  email: z.string().nullable(),
  role: z.enum(roles),
  /** True if the person manages the organisation as a client admin. */
  manages: z.boolean(),
  /** The number of the organisation's zones to which the person is assigned. */
  zones: z.int(),
})
export type OrganisationPerson = z.infer<typeof organisationPerson>

/** The details that managers of an organisation may change. */
export const organisationFacts = {
  name: oneLine(120).min(1, 'Name is required'),
  contactName: oneLine(120).default(''),
  contactEmail: z
    .union([z.literal(''), oneLine(254).regex(/^[^\s@]+@[^\s@]+$/, 'Enter an email address')])
    .default(''),
  contactPhone: phone(40).default(''),
  timeZone: timeZone.nullable().default(null),
  /** Unchanged if omitted; English for a new organisation. */
  language: z.enum(languageCodes).optional(),
}

const max = count.min(1, 'Enter at least 1').max(1_000_000).nullable()
/** The limits that only internal admins set. A change must contain all of them, so that a limit is never lifted by omission. */
const organisationLimits = { maxZones: max, maxPeople: max, zonesNeedApproval: z.boolean() }
const initialLimits = {
  maxZones: max.default(null),
  maxPeople: max.default(null),
  zonesNeedApproval: z.boolean().default(false),
}

const organisationRef = { organisationId: id }
const notFoundErrors = pick('ORGANISATION_NOT_FOUND')

export const organisations = {
  /** `several`: the installation has more than one; otherwise, screens do not mention organisations. */
  mine: signedIn('GET /organisations/mine', 'list_my_organisations', "List one's own organisations").output(
    z.object({ several: z.boolean(), organisations: z.array(ownOrganisation).max(100) }),
  ),
  /** By name. Internal admins see all, client admins those they manage, others none. */
  list: signedIn('GET /organisations', 'list_organisations', 'List organisations, filtered and paged')
    .input(paging.extend({ search: text(200).optional(), status: z.enum(organisationStatuses).optional() }))
    .output(page(organisation))
    .errors(pick('CURSOR_INVALID')),
  get: signedIn('GET /organisations/{organisationId}', 'get_organisation', 'Read one organisation')
    .input(z.strictObject(organisationRef))
    .output(organisation)
    .errors(notFoundErrors),
  /** Ordered by name. Each word of `search` must be the beginning of a word in the name or user code. */
  people: signedIn(
    'GET /organisations/{organisationId}/people',
    'list_organisation_people',
    'List the people of an organisation, paged',
  )
    .input(paging.extend({ ...organisationRef, search: text(200).optional() }))
    .output(page(organisationPerson))
    .errors(pick('ORGANISATION_NOT_FOUND', 'CURSOR_INVALID')),
  /** Newest first. Client admins see only the zones they belong to, which include every open zone of the organisation. */
  zones: signedIn(
    'GET /organisations/{organisationId}/zones',
    'list_organisation_zones',
    'List the zones of an organisation, paged',
  )
    .input(paging.extend(organisationRef))
    .output(page(listedZone))
    .errors(pick('ORGANISATION_NOT_FOUND', 'CURSOR_INVALID')),
  /** The client creates `requestId`, so a repeated request creates only one organisation. */
  onboard: signedIn('POST /organisations', 'onboard_organisation', 'Onboard an organisation', 201)
    .input(z.strictObject({ requestId: id, ...organisationFacts, ...initialLimits }))
    .output(organisation)
    .errors(pick('REQUEST_ID_TAKEN', 'TIME_ZONE_UNKNOWN')),
  /** Changes the name, contact, time zone and default language. Client admins of an active organisation may do so too. */
  update: signedIn(
    'PUT /organisations/{organisationId}',
    'update_organisation',
    'Change the name, contact, time zone and language of an organisation',
  )
    .input(z.strictObject({ ...organisationRef, ...organisationFacts }))
    .output(organisation)
    .errors(pick('ORGANISATION_NOT_FOUND', 'ORGANISATION_SUSPENDED', 'TIME_ZONE_UNKNOWN')),
  /** Sets the organisation's limits. Existing zones and people above a limit stay. */
  setLimits: signedIn(
    'PUT /organisations/{organisationId}/limits',
    'set_organisation_limits',
    'Limit the zones and people of an organisation',
  )
    .input(z.strictObject({ ...organisationRef, ...organisationLimits }))
    .output(organisation)
    .errors(notFoundErrors),
  /** Suspending it immediately closes its zones to members; reactivating it restores them as they were. */
  setStatus: signedIn(
    'PUT /organisations/{organisationId}/status',
    'set_organisation_status',
    'Suspend or reactivate an organisation',
  )
    .input(z.strictObject({ ...organisationRef, status: z.enum(organisationStatuses) }))
    .output(organisation)
    .errors(notFoundErrors),
  addPerson: signedIn(
    'PUT /organisations/{organisationId}/people/{userId}',
    'add_organisation_person',
    'Add somebody to an organisation',
  )
    .input(z.strictObject({ ...organisationRef, userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('ORGANISATION_NOT_FOUND', 'ORGANISATION_PEOPLE_FULL', 'USER_NOT_FOUND')),
  /** Removes a person from an organisation. They must be removed from its zones first. */
  removePerson: signedIn(
    'DELETE /organisations/{organisationId}/people/{userId}',
    'remove_organisation_person',
    'Remove somebody from an organisation',
  )
    .input(z.strictObject({ ...organisationRef, userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('USER_NOT_FOUND', 'PERSON_HAS_ZONES')),
  /** The zone's people join that organisation. Client admins who do not manage it lose access to the zone. */
  moveZone: inZone(
    'PUT /zones/{zoneId}/organisation',
    'move_zone_to_organisation',
    'Move a zone to an organisation',
  )
    .input(z.strictObject({ ...organisationRef, zoneId: id }))
    .output(z.object({ zoneId: id }))
    .errors(
      pick(
        'ORGANISATION_NOT_FOUND',
        'ORGANISATION_ZONES_FULL',
        'ORGANISATION_PEOPLE_FULL',
        'ZONE_REQUEST_OPEN',
      ),
    ),
  /** All in one transaction; zones with an open request are in `refused`. Without room for all others, none is moved. */
  moveZones: signedIn(
    'POST /organisations/{organisationId}/zones',
    'move_zones_to_organisation',
    'Move several zones to an organisation',
  )
    .input(z.strictObject({ ...organisationRef, zoneIds }))
    .output(zonesMovedResult)
    .errors(pick('ORGANISATION_NOT_FOUND', 'ORGANISATION_ZONES_FULL', 'ORGANISATION_PEOPLE_FULL')),
}
