export { AssigneeSelect } from './assignee-select.tsx'
export { DueField, useDueField } from './due-field.tsx'
export { StatusTag } from './status-tag.tsx'
export { useHazardMarkers as useHazardMarks } from './use-hazard-markers.ts'
