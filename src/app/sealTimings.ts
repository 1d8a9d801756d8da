// First thing of all: resource timing keeps the whole address of every request, and the SAS travels in it.
performance.setResourceTimingBufferSize(0);
performance.clearResourceTimings();
