{{- define "weir.name" -}}
{{- if contains "weir" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-weir" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* The name by which the coordinator finds the workers, and which their certificates have. */}}
{{- define "weir.workers" -}}
{{ include "weir.name" . }}-worker
{{- end }}

{{- define "weir.selector" -}}
app.kubernetes.io/name: weir
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "weir.labels" -}}
{{ include "weir.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "weir.workerSecret" -}}
{{- if eq .Values.tls.mode "secret" }}{{ required "tls.mode secret needs tls.workerSecret" .Values.tls.workerSecret }}{{ else }}{{ include "weir.name" . }}-worker-tls{{ end }}
{{- end }}

{{- define "weir.coordinatorSecret" -}}
{{- if eq .Values.tls.mode "secret" }}{{ required "tls.mode secret needs tls.coordinatorSecret" .Values.tls.coordinatorSecret }}{{ else }}{{ include "weir.name" . }}-coordinator-tls{{ end }}
{{- end }}

{{/* The Secret whose key driver.yaml is the driver file. */}}
{{- define "weir.driverSecret" -}}
{{ .Values.driverSecret | default (printf "%s-driver" (include "weir.name" .)) }}
{{- end }}

{{/* Arguments for the control channel. */}}
{{- define "weir.tlsArgs" -}}
{{- if eq .Values.tls.mode "none" -}}
- --insecure
{{- else -}}
- --tls-cert=/tls/tls.crt
- --tls-key=/tls/tls.key
- --tls-ca=/tls/ca.crt
{{- end }}
{{- end }}

{{- define "weir.image" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end }}

{{- define "weir.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{/* Requests and limits, which are equal, so that the pod is in the class Guaranteed. */}}
{{- define "weir.resources" -}}
resources:
  requests:
    cpu: {{ .cpu | quote }}
    memory: {{ .memory | quote }}
  limits:
    cpu: {{ .cpu | quote }}
    memory: {{ .memory | quote }}
{{- end }}

{{/* What all pods have in common: a dict of root and part (worker or coordinator). */}}
{{- define "weir.pod" -}}
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  {{- toYaml .root.Values.podSecurityContext | nindent 2 }}
{{- with .part.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .part.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .part.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/* Keeps pods of this release off nodes that have a worker. */}}
{{- define "weir.antiAffinity" -}}
{{- $term := dict "topologyKey" "kubernetes.io/hostname" "labelSelector" (dict "matchLabels" (merge (dict "app.kubernetes.io/component" "worker") (include "weir.selector" . | fromYaml))) }}
{{- if ne .Values.worker.antiAffinity "none" }}
affinity:
  podAntiAffinity:
    {{- if eq .Values.worker.antiAffinity "required" }}
    requiredDuringSchedulingIgnoredDuringExecution:
      - {{- toYaml $term | nindent 8 }}
    {{- else }}
    preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        podAffinityTerm:
          {{- toYaml $term | nindent 10 }}
    {{- end }}
{{- end }}
{{- end }}

{{- define "weir.probes" -}}
readinessProbe:
  httpGet:
    path: /-/ready
    port: metrics
  periodSeconds: 2
  timeoutSeconds: 2
# Slow to act: a worker that stands still for some seconds is a reason in the result, not a pod to restart.
livenessProbe:
  httpGet:
    path: /-/healthy
    port: metrics
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}

{{- define "weir.podMeta" -}}
labels:
  {{- include "weir.selector" .root | nindent 2 }}
  app.kubernetes.io/component: {{ .component }}
  weir.dev/revision: {{ .root.Release.Revision | quote }}
annotations:
  {{- if .root.Values.scrapeAnnotations }}
  prometheus.io/scrape: "true"
  prometheus.io/port: "9090"
  {{- end }}
  # The autoscaler must not end a measurement.
  cluster-autoscaler.kubernetes.io/safe-to-evict: "false"
{{- end }}

{{/* The container that deletes the Secrets of the hook. */}}
{{- define "weir.deleteCertificates" -}}
name: delete
image: {{ .Values.tls.kubectlImage | quote }}
command: [kubectl, delete, secret, --ignore-not-found, --wait=false]
args:
  - {{ include "weir.workerSecret" . }}
  - {{ include "weir.coordinatorSecret" . }}
{{- include "weir.resources" (dict "cpu" "100m" "memory" "128Mi") | nindent 0 }}
{{ include "weir.containerSecurity" . }}
env:
  - name: HOME
    value: /tmp
volumeMounts:
  - name: tmp
    mountPath: /tmp
{{- end }}
