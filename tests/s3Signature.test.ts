import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Arrived, refusalOf, signatureOf } from './support/s3/signature.ts'

// The requests and signatures that Amazon publishes with the specification ("Signature Calculations for the
// Authorization Header: Transferring Payload in a Single Chunk"), with the keys of its examples.
const KNOWN = { key: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }
const NOW = Date.UTC(2013, 4, 24, 0, 5)
const digest = (body: string) => createHash('sha256').update(body).digest('hex')

function example(method: string, url: string, signature: string, headers: Record<string, string> = {}, body = '') {
  const all = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': digest(body),
    'x-amz-date': '20130524T000000Z',
    ...headers,
  }
  const names = Object.keys(all)
    .sort((a, b) => (a < b ? -1 : 1))
    .join(';')
  const authorization = `AWS4-HMAC-SHA256 Credential=${KNOWN.key}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`
  return { arrived: { method, url, headers: { ...all, authorization } } satisfies Arrived, signature, body }
}

const EXAMPLES = {
  'reads a part of an object': example(
    'GET',
    '/test.txt',
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    { range: 'bytes=0-9' },
  ),
  'writes an object whose name has a sign that must be escaped': example(
    'PUT',
    '/test%24file.text',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    'Welcome to Amazon S3.',
  ),
  'asks with a name that has no value': example(
    'GET',
    '/?lifecycle',
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ),
  'lists what begins so': example(
    'GET',
    '/?max-keys=2&prefix=J',
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ),
}

it.each(Object.entries(EXAMPLES))('the published request that %s has the published signature', (_what, one) => {
  expect(signatureOf(one.arrived, KNOWN.secret)).toBe(one.signature)
  expect(refusalOf(one.arrived, Buffer.from(one.body), KNOWN, NOW)).toBeNull()
})

describe('a request is refused', () => {
  const { arrived, body } = EXAMPLES['lists what begins so']
  const code = (other: Partial<Arrived>, { sent = body, now = NOW, known = KNOWN } = {}) =>
    refusalOf({ ...arrived, ...other }, Buffer.from(sent), known, now)?.code
  const told = (change: (text: string) => string) => ({
    headers: { ...arrived.headers, authorization: change(arrived.headers.authorization) },
  })

  it.each([
    ['without a signature', { headers: { ...arrived.headers, authorization: undefined } }, 'AccessDenied'],
    ['with a key nobody knows', told((text) => text.replace('AKIA', 'BKIA')), 'InvalidAccessKeyId'],
    ['signed for another region', told((text) => text.replace('us-east-1', 'eu-1')), 'AuthorizationHeaderMalformed'],
    ['signed for another day', told((text) => text.replace('/20130524/', '/20130525/')), 'AccessDenied'],
    ['that signs not all that speaks for it', told((text) => text.replace(';x-amz-date', '')), 'AccessDenied'],
    ['when its signature is another', told((text) => text.replace(/.$/, '0')), 'SignatureDoesNotMatch'],
    ['when its method was changed', { method: 'DELETE' }, 'SignatureDoesNotMatch'],
    ['when its path was changed', { url: '/a?max-keys=2&prefix=J' }, 'SignatureDoesNotMatch'],
    ['when its query was changed', { url: '/?max-keys=3&prefix=J' }, 'SignatureDoesNotMatch'],
    ['when a signed header was changed', { headers: { ...arrived.headers, host: 'other' } }, 'SignatureDoesNotMatch'],
  ] satisfies [string, Partial<Arrived>, string][])('%s', (_why, other, wanted) => {
    expect(code(other)).toBe(wanted)
  })

  it('when its body was changed', () => {
    expect(code({}, { sent: 'x' })).toBe('XAmzContentSHA256Mismatch')
  })

  it('signed with another secret', () => {
    expect(code({}, { known: { ...KNOWN, secret: 'other' } })).toBe('SignatureDoesNotMatch')
  })

  it('once it is a quarter of an hour old', () => {
    expect(code({}, { now: Date.UTC(2013, 4, 24, 0, 15, 1) })).toBe('RequestTimeTooSkewed')
  })
})
