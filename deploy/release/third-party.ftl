<#-- Of the profile "release": license-maven-plugin fills it. -->
Third-party software in this distribution of Weir
=================================================

Weir itself is under the Apache License 2.0: see LICENSE. The following jars in lib/, lib/embedded/ and lib/broker/ were made by others
and are unchanged. Most of them contain their license and their notices (META-INF/LICENSE, META-INF/NOTICE).

Apache-2.0 stands for the Apache License, Version 2.0: its text is in LICENSE. The other licenses follow after the list.

<#list dependencyMap as entry>
${entry.key.artifactId}-${entry.key.version}.jar
    ${entry.key.groupId}, ${(entry.key.url)!"no address"}
    <#list entry.value as license>${license}<#sep>, </#list>
</#list>

uPlot (in the jar weir-report, for charts in pages)
    https://github.com/leeoniya/uPlot
    MIT

Contained in jars above: Zstandard (zstd-jni), LZ4 (lz4-java) and Snappy (snappy-java), as libraries for each platform; Protocol
Buffers (prometheus-metrics-exposition-formats, jmx_prometheus_javaagent); Prometheus' client and SnakeYAML (jmx_prometheus_javaagent),
both Apache-2.0.


Copyright
=========

argparse4j        Copyright (C) 2011, 2014, 2015 Tatsuhiro Tsujikawa. MIT
Bouncy Castle     Copyright (c) 2000-2024 The Legion of the Bouncy Castle Inc. (https://www.bouncycastle.org). MIT
JOpt Simple       Copyright (c) 2004-2016 Paul R. Holser, Jr. MIT
PCollections      Copyright 2015 The pcollections Authors. All Rights Reserved. MIT
SLF4J             Copyright (c) 2004-2023 QOS.ch. All rights reserved. MIT
uPlot             Copyright (c) 2022 Leon Sorokin. MIT
zstd-jni          Copyright (c) 2014-2015, Yann Collet; Copyright (c) 2015, Luben Karavelov. All rights reserved. BSD-2-Clause
LZ4               Copyright (c) 2011-2020, Yann Collet. All rights reserved. BSD-2-Clause
HdrHistogram      Copyright (c) 2012-2016 Gil Tene, 2014 Michael Barker, 2014 Matt Warren. Public domain (CC0), or BSD-2-Clause
Zstandard         Copyright (c) Meta Platforms, Inc. and affiliates. All rights reserved. BSD-3-Clause
Snappy            Copyright 2011, Google Inc. All rights reserved. BSD-3-Clause
Protocol Buffers  Copyright 2008 Google Inc. All rights reserved. BSD-3-Clause
RE2/J             Copyright (c) 2009 The Go Authors. All rights reserved. BSD-3-Clause


MIT
===

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.


BSD-2-Clause, and BSD-3-Clause with the third condition
=======================================================

Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following
   disclaimer.

2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
   disclaimer in the documentation and/or other materials provided with the distribution.

3. (BSD-3-Clause only) Neither the name of the copyright holder nor the names of its contributors may be used to endorse
   or promote products derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY,
WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF
THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
