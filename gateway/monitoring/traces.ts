import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { collectSpans } from '../spans.ts'
import { version } from '../version.ts'

/** When the gateway stops, a collector that does not answer is not waited for any longer. */
const FLUSH_MS = 2_000

/**
 * Sends spans to a collector (OTLP over HTTP, JSON) from now on. OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME and
 * OTEL_RESOURCE_ATTRIBUTES count, as OpenTelemetry says. Resolves when what is left has been sent. Loaded only where it is
 * asked for: the exporter is 700 KB of code.
 */
export function sendTraces(endpoint: string): () => Promise<void> {
  const own = resourceFromAttributes({ 'service.name': 'sotto', 'service.version': version })
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  collectSpans(true)
  return async () => {
    const patience = Promise.withResolvers<void>()
    const timer = setTimeout(patience.resolve, FLUSH_MS)
    await Promise.race([provider.shutdown().catch(() => {}), patience.promise])
    clearTimeout(timer)
    collectSpans(false)
    trace.disable()
    context.disable()
  }
}
