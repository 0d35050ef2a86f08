import type { Hazard, HazardDetail, HazardStep } from '@muster/contract/hazards.ts'
import { thumbnailPath } from '@muster/domain/attachment.ts'
import { listSteps } from '@muster/domain/hazard.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import type { PersonNameLookup } from '../../db/person-names.ts'
import type { ActorZone } from '../../rpc/context.ts'
import { type FileRow, fileView } from '../files/index.ts'
import { mayParticipate, toActor } from './hazards.policy.ts'
import type { HazardRow, OriginRow, PinRow, StepRow } from './hazards.queries.ts'

type LinkTo = (path: string) => string

export function hazardView(row: HazardRow, names: PersonNameLookup, linkTo: LinkTo): Hazard {
  const previewPath = row.photo_urls.find(path => path.endsWith('.webp'))
  return {
    id: row.id,
    zoneId: row.zone_id,
    zoneName: row.zone_name,
    title: row.title,
    description: row.description,
    severity: row.severity,
    status: row.status,
    reportedBy: names(row.reported_by),
    assignee: row.assignee_id === null ? null : names(row.assignee_id),
    dueAt: row.due_at?.toISOString() ?? null,
    position:
      row.latitude === null || row.longitude === null ? null : { lat: row.latitude, lng: row.longitude },
    attachments: row.photo_urls.length,
    thumbnailUrl: previewPath ? linkTo(thumbnailPath(previewPath)) : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

type DetailContext = {
  readonly files: readonly FileRow[]
  readonly steps: readonly StepRow[]
  readonly finding: OriginRow | undefined
  readonly zone: ActorZone
  readonly userId: string
}

export function hazardDetailView(
  row: HazardRow,
  names: PersonNameLookup,
  linkTo: LinkTo,
  { files, steps, finding, zone, userId }: DetailContext,
): HazardDetail {
  const actor = toActor(zone, userId, { ...row, finding })
  return {
    ...hazardView(row, names, linkTo),
    receivedAt: row.received_at?.toISOString() ?? null,
    accuracyMeters: row.accuracy_meters,
    files: files.map(file => fileView(file, linkTo)),
    steps: steps.map(step => stepView(step, names)),
    maySet: [...listSteps(row.status, actor)],
    mayManage: mayInZone(zone, 'manage_hazards'),
    finding: finding ? originView(finding) : null,
    mayAttach: mayParticipate(zone, userId, row),
  }
}

const originView = (row: OriginRow): HazardDetail['finding'] => ({
  emergencyId: row.emergency_id,
  drill: row.drill,
  kind: row.kind,
  zoneName: row.zone_name,
  declaredAt: row.declared_at.toISOString(),
})

const stepView = (row: StepRow, names: PersonNameLookup): HazardStep => ({
  id: row.id,
  kind: row.kind,
  by: names(row.actor_id),
  at: row.at.toISOString(),
  status: row.status,
  note: row.note,
  assignee: row.assignee_id === null ? null : names(row.assignee_id),
})

export const pinView = ({ latitude, longitude, ...row }: PinRow) => ({
  id: row.id,
  title: row.title,
  severity: row.severity,
  status: row.status,
  at: { lat: latitude ?? 0, lng: longitude ?? 0 },
})
