/**
 * MEDIA_URL: `s3://KEY:SECRET@host:port/bucket/prefix?region=…&tls=0`. Key and secret are percent-encoded
 * (a slash is %2F) or come from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN. The bucket
 * is always part of the path, which AWS, MinIO, Garage, Ceph and R2 all understand.
 */

export interface S3Place {
  /** http(s)://host:port, no slash at the end. */
  endpoint: string
  bucket: string
  /** In front of every key; empty, or ends with a slash. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}

type Environment = Partial<
  Record<'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN', string | undefined>
>

/** The form to show to whoever wrote another one. Holds nothing of what was written. */
export const S3_FORM =
  'MEDIA_URL must be s3://KEY:SECRET@host:port/bucket?region=us-east-1&tls=1 (key and secret percent-encoded, or left out and given as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY).'

/** Reads the address; null when it is none, or when there are no credentials for it. */
export function readS3Address(text: string, environment: Environment): S3Place | null {
  if (!text.startsWith('s3://') || !URL.canParse(text)) return null
  const url = new URL(text)
  const { searchParams: query } = url
  const tls = query.get('tls') ?? '1'
  if (url.host === '' || (tls !== '0' && tls !== '1')) return null
  if ([...query.keys()].some((name) => name !== 'region' && name !== 'tls')) return null
  const [bucket = '', ...rest] = url.pathname.split('/').filter((part) => part !== '')
  if (!/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(bucket)) return null
  if (rest.some((part) => !/^[\w.-]+$/.test(part) || part === '..' || part === '.')) return null
  const given = url.username !== ''
  const accessKeyId = given ? decoded(url.username) : environment.AWS_ACCESS_KEY_ID
  const secretAccessKey = given ? decoded(url.password) : environment.AWS_SECRET_ACCESS_KEY
  if (!accessKeyId || !secretAccessKey) return null
  return {
    endpoint: `${tls === '1' ? 'https' : 'http'}://${url.host}`,
    bucket,
    prefix: rest.map((part) => `${part}/`).join(''),
    region: query.get('region') || 'us-east-1',
    accessKeyId,
    secretAccessKey,
    sessionToken: given ? undefined : environment.AWS_SESSION_TOKEN,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The place without its credentials, for logs and messages. */
export function placeName({ endpoint, bucket, prefix }: S3Place): string {
  return `s3://${endpoint.replace(/^https?:\/\//, '')}/${bucket}${prefix === '' ? '' : `/${prefix.slice(0, -1)}`}`
}
