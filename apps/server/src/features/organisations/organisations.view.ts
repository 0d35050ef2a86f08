import type { Organisation, OrganisationPerson, OwnOrganisation } from '@muster/contract/organisations.ts'
import type { Role } from '@muster/domain/role.ts'
import type { OrganisationRow, OwnOrganisationRow, PersonRow } from './organisations.queries.ts'

export const organisationView = (row: OrganisationRow): Organisation => ({
  id: row.id,
  name: row.name,
  contactName: row.contact_name,
  contactEmail: row.contact_email,
  contactPhone: row.contact_phone,
  status: row.status,
  timeZone: row.time_zone,
  language: row.language,
  maxZones: row.max_zones,
  maxPeople: row.max_people,
  zonesNeedApproval: row.zones_need_approval,
  zones: row.zones ?? 0,
  people: row.people ?? 0,
  createdAt: row.created_at.toISOString(),
})

export const ownOrganisationView = (row: OwnOrganisationRow): OwnOrganisation => ({
  id: row.id,
  name: row.name,
  timeZone: row.time_zone,
  suspended: row.suspended,
  needsApproval: row.needs_approval,
  manages: row.manages,
})

export const personView = (row: PersonRow): OrganisationPerson => ({
  id: row.user_id,
  name: `${row.first_name} ${row.last_name}`.trim(),
  userCode: row.user_code,
  email: row.email,
  role: row.role as Role,
  manages: row.manages,
  zones: row.zone_count,
})
