/** The hazard data shown on maps of other features, the tag of a status, and the fields of an assignment. */
export { AssigneeSelect } from './assignee-select.tsx'
export { DueField, useDueField } from './due-field.tsx'
export { StatusTag } from './status-tag.tsx'
export { useHazardMarkers as useHazardMarks } from './use-hazard-markers.ts'
