/**
 * Every endpoint of the server that is not a procedure, and who may use it:
 *
 *     methods address | anyone
 *     methods address | calls            the procedures, which have lines of their own in calls.generated.ts
 *     methods address | hello            the feed's socket; topics.ts lists who may follow which topic
 *     methods address | signed in
 *     methods address | tracker          holders of a tracker's token, on behalf of its owner
 *     methods address | badge key        holders of the key of a zone's badge readers
 *     methods address | link             holders of a signed link
 */
export const doors: readonly string[] = [
  'GET /live | hello',
  'GET /livez | anyone',
  'GET /readyz | anyone',
  'GET /favicon.ico | anyone',
  'GET /api | anyone',
  'GET /api/openapi.json | anyone',
  'DELETE GET PATCH POST PUT /api/* | calls',
  'POST /rpc/* | calls',
  'GET /map-files/:name | anyone',
  'GET /map-fetch.js | anyone',
  'GET /sign-in/callback | anyone',
  'GET POST /report-mail/off | link',
  'GET /files/* | link',
  'PUT /upload/profile-image | signed in',
  'PUT /upload/hazard-attachments/:of | signed in',
  'PUT /upload/broadcast-attachments | signed in',
  'PUT /upload/group-files/:of | signed in',
  'PUT /upload/documents | signed in',
  'POST /download/documents | signed in',
  'POST /download/presence | signed in',
  'POST /download/emergency | signed in',
  'POST /ingest/positions | signed in',
  'POST /ingest/owntracks | tracker',
  'GET POST /ingest/osmand | tracker',
  'POST /ingest/overland | tracker',
  'POST /ingest/badges | badge key',
]

/**
 * Data that passes through these endpoints in a zone, and the people who may send or receive it there. The PIN is only required of
 * people in front of a screen.
 */
export const doorAccessRows: readonly string[] = [
  'readings of oneself | in zone: all | without PIN',
  'presence as a file | in zone: super admin client rw ro',
  'photos of members | in zone: super admin client rw ro | without PIN',
  'files for a hazard of somebody else | in zone: super admin client rw',
  'files for a broadcast | in zone: super rw',
  'files for a group | in zone: super admin client rw',
  'files of a hazard | in zone: super admin client rw ro user | without PIN',
]
